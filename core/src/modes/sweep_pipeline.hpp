#pragma once
#include "device/cells.hpp"
#include "launch/launch.hpp"
#include "modes/chebyshev_weight.hpp"
#include "modes/sweep_part.hpp"
#include "walk/gpu/row_range.hpp"
#include <isobar/core/modes/kernels/mode_sweeps.hpp>

namespace isobar {

/// A GPU's walk of `steps` steps in one pass over memory. A warp has 32 columns of one mode that are neighbours in x, and
/// marches along y. When f arrives in row r, u_1 is computed there, u_2 in row r - 1, u_3 in row r - 2 and so on. All these
/// numbers stay in registers: f is read once and u written once, and no thread waits for another. The outer columns, as many on
/// each side as the steps read, are computed only for the inner ones. The warps of a team have one mode each and the same
/// columns, whose numbers are then in the first-level cache.
template <class P, class C, int steps> class SweepPipeline {
public:
  using A = typename C::arithmetic;
  using S = typename P::storage;
  using Mode = typename ModeSweeps<P, C>::Mode;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  static constexpr int lanes = 32, warps = 4; ///< of a team
  static constexpr int beside = steps - 1, own = lanes - 2 * beside;
  /// The teams of a multiprocessor, as their registers allow: a thread has 7 numbers for each step.
  static constexpr int at_once = sizeof(A) > sizeof(float) ? (steps <= 2   ? 6
                                                              : steps <= 4 ? 4
                                                              : steps <= 6 ? 3
                                                                           : 2)
                                                           : (steps <= 2   ? 10
                                                              : steps <= 4 ? 8
                                                              : steps <= 6 ? 6
                                                                           : 4);
  static constexpr int rows_ahead = 4; ///< rows of f that are loading while a row is computed
  static_assert(own > 0);
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<lanes * warps, at_once>>;
  using Member = typename Policy::member_type;

  /// Makes a walk for the modes from `first` up to, but not including, `end`.
  SweepPipeline(const GridLevel<A>& grid, const SweepPart& part, const Mode* modes, int first,
                int end, A unit, const Field<S>& f, const Field<S>& u)
      : grid_(grid), part_(part), modes_(modes), first_(first), end_(end),
        tiles_(divide_up(part.x.count, own)), groups_(divide_up(end - first, warps)),
        segments_(
            even_segments(tiles_ * groups_, part.y.count, 2 * beside, multiprocessors() * at_once)),
        unit_(unit), f_strides_(f), u_strides_(u), f_(f), u_(u) {}

  int teams() const { return tiles_ * groups_ * segments_; }
  static constexpr int team_size() { return lanes * warps; }
  static constexpr std::size_t scratch_bytes() { return 0; }
  Policy policy(const ExecutionSpace& queue) const {
    return Policy(queue, teams(), team_size(), 1);
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION NoSum walk(const Team& team) const {
    const int tile = team.league_rank() % tiles_, rest = team.league_rank() / tiles_;
    const int lane = team.team_rank() % lanes, warp = chunk_of_thread<lanes>(team.team_rank());
    const int m = first_ + rest / segments_ * warps + warp;
    if (m >= end_) return {}; // true for a whole warp
    const RowRange rows(rest % segments_, segments_, part_.y.count);
    const int i = tile * own - beside + lane;
    const bool stores = lane >= beside && lane < beside + own && i < part_.x.count;
    march(team, m, rows, i, stores);
    return {};
  }

private:
  /// The numbers of a column that are read from memory. All are 0 for a column beyond a side; other columns have V_T > 0.
  struct Given {
    A vertical = A(0), total = A(0), west = A(0), south = A(0);
  };
  /// The numbers that a thread keeps while row r arrives. Entry n has D^-1 f, unit / D and the links of row r - n. Entry s - 1
  /// of u has u_s in rows r - s + 1, r - s and r - s - 1.
  struct Rows {
    A rhs[steps] = {}, factor[steps] = {}, west[steps] = {}, south[steps] = {};
    A u[steps][3] = {};
  };

  /// Marches along column i of the part. In: `stores`, whether its result is stored, or computed only for its neighbours.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void march(const Team& team, int m, const RowRange& rows, int i,
                                         bool stores) const {
    const Mode mode = modes_[m];
    A omega[steps];
    omega[0] = A(2); // so that the next one is omega_2
    ISOBAR_UNROLL
    for (int s = 1; s < steps; ++s)
      omega[s] = next_chebyshev_weight(mode.rho_squared, omega[s - 1]);
    const int gi = part_.x.in_grid(i), fi = part_.x.in_f(i), last = rows.end + beside;
    Rows kept;
    S f[rows_ahead];
    ISOBAR_UNROLL
    for (int n = 0; n < rows_ahead; ++n) f[n] = read_f(m, gi, fi, rows.begin - beside + n);
    Given next = read(gi, rows.begin - beside);
    for (int r = rows.begin - beside; r < last; ++r) {
      const Given given = next;
      const A arrived = A(f[0]);
      ISOBAR_UNROLL
      for (int n = 1; n < rows_ahead; ++n) f[n - 1] = f[n];
      f[rows_ahead - 1] = r + rows_ahead < last ? read_f(m, gi, fi, r + rows_ahead) : S(0);
      if (r + 1 < last) next = read(gi, r + 1);
      arrive(mode, given, arrived, kept);
      const A result = step(team, omega, kept);
      const int j = r - beside;
      if (stores && j >= rows.begin) *u_.at(u_strides_.cell(i, m, j)) = S(result);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION S read_f(int m, int gi, int fi, int j) const {
    if (gi < 0 || !part_.y.is_inside(j)) return S(0);
    return *f_.at(f_strides_.cell(fi, m, part_.y.in_f(j)));
  }
  KOKKOS_FORCEINLINE_FUNCTION Given read(int gi, int j) const {
    const int gj = part_.y.in_grid(j);
    if (gi < 0 || gj < 0) return {};
    const std::ptrdiff_t n = gj * grid_.row + gi;
    return {grid_.vertical[n], grid_.total[n], grid_.west[n], grid_.south[n]};
  }

  /// Puts row r into entry 0, and moves the other rows on by one. Beyond a side D is 0, and nothing
  /// is divided by it.
  KOKKOS_FORCEINLINE_FUNCTION void arrive(const Mode& mode, const Given& given, A f,
                                          Rows& kept) const {
    ISOBAR_UNROLL
    for (int n = steps - 1; n > 0; --n) {
      kept.rhs[n] = kept.rhs[n - 1];
      kept.factor[n] = kept.factor[n - 1];
      kept.west[n] = kept.west[n - 1];
      kept.south[n] = kept.south[n - 1];
    }
    ISOBAR_UNROLL
    for (int s = 0; s < steps; ++s) {
      kept.u[s][2] = kept.u[s][1];
      kept.u[s][1] = kept.u[s][0];
    }
    const A d = mode.value * given.vertical + unit_ * given.total,
            inverse = given.vertical > A(0) ? A(1) / d : A(0);
    kept.factor[0] = unit_ * inverse;
    kept.rhs[0] = f * inverse;
    kept.west[0] = given.west;
    kept.south[0] = given.south;
  }

  /// Does all steps, and returns the last u, in row r - steps + 1.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static A step(const Team& team, const A (&omega)[steps], Rows& kept) {
    kept.u[0][0] = kept.rhs[0];
    ISOBAR_UNROLL
    for (int s = 1; s < steps; ++s) {
      const A centre = kept.u[s - 1][1];
      const A west = kept.west[s] * from_thread_in_step(team, centre, -1);
      const A east = from_thread_in_step(team, kept.west[s] * centre,
                                         1); // the eastern column's western link is this one's
      const A stacked = kept.south[s] * kept.u[s - 1][2] + kept.south[s - 1] * kept.u[s - 1][0];
      const A before = s > 1 ? kept.u[s > 1 ? s - 2 : 0][2] : A(0);
      kept.u[s][0] =
          before + omega[s] * ((kept.rhs[s] + kept.factor[s] * ((west + east) + stacked)) - before);
    }
    return kept.u[steps - 1][0];
  }

  GridCells<A> grid_;
  SweepPart part_;
  const Mode* modes_;
  int first_, end_, tiles_, groups_, segments_;
  A unit_;
  Strides f_strides_, u_strides_;
  Cells<S> f_, u_;
};

} // namespace isobar
