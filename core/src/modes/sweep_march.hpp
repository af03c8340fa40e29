#pragma once
#include "device/cells.hpp"
#include "launch/launch.hpp"
#include "modes/chebyshev_weight.hpp"
#include "modes/sweep_part.hpp"
#include "walk/gpu/row_range.hpp"
#include <isobar/core/modes/kernels/mode_sweeps.hpp>

namespace isobar {

/// A GPU's walk of the steps. A team has a square of 64 x 64 columns of one mode. The outer columns, as many on each side as
/// the steps read, are computed only for the inner ones. A thread has 8 consecutive columns in y. Their numbers stay in its
/// registers for all steps: some 40 numbers, so that a multiprocessor holds two teams of float, or one of double. In each step
/// a thread writes u to the team's shared memory, where its neighbours read it. In float, the steps use two planes in turn, so
/// that a step takes one barrier. Two planes of double would exceed the 48 KB that Kokkos gives a team on CUDA.
template <class P, class C> class SweepMarch {
public:
  using A = typename C::arithmetic;
  using S = typename P::storage;
  using Mode = typename ModeSweeps<P, C>::Mode;
  static constexpr Walk in_order_of = Walk::march;
  static constexpr bool threads_meet = true;
  static constexpr int width = 64, strips = 8, rows = 8, plane_size = width * strips * rows;
  static constexpr int planes = sizeof(A) == sizeof(float) ? 2 : 1;
  static constexpr std::size_t plane_bytes = std::size_t(plane_size) * sizeof(A);
  static constexpr int teams_at_once = sizeof(A) == sizeof(float) ? 2 : 1;
  static_assert(strips * rows == ModeSweeps<P, C>::tile_side &&
                width == ModeSweeps<P, C>::tile_side);
  using Policy =
      Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<width * strips, teams_at_once>>;
  using Member = typename Policy::member_type;

  /// Makes a walk for the modes from `first` up to, but not including, `end`.
  SweepMarch(const GridLevel<A>& grid, const SweepPart& part, const Mode* modes, int first, int end,
             int teams, A unit, const Field<S>& f, const Field<S>& u)
      : grid_(grid), part_(part), modes_(modes), first_(first), end_(end), teams_(teams),
        unit_(unit), f_strides_(f), u_strides_(u), f_(f), u_(u) {}

  int teams() const { return teams_; }
  static constexpr int team_size() { return width * strips; }
  static constexpr std::size_t scratch_bytes() { return planes * plane_bytes + alignof(A); }
  Policy policy(const ExecutionSpace& queue) const {
    Policy p(queue, teams(), team_size(), 1);
    return p.set_scratch_size(0, Kokkos::PerTeam(int(scratch_bytes())));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FORCEINLINE_FUNCTION NoSum walk(const Team& team) const {
    auto* const shared =
        static_cast<A*>(team.team_scratch(0).get_shmem_aligned(planes * plane_bytes, alignof(A)));
    const int m = mode_of(team.league_rank() + modes_[first_].first_team);
    const Mode mode = modes_[m];
    const int beside = mode.steps - 1, own = width - 2 * beside;
    const int tile = team.league_rank() + modes_[first_].first_team - mode.first_team;
    const int tiles_in_x = divide_up(part_.x.count, own);
    const int x = team.team_rank() % width, strip = team.team_rank() / width;
    const int i = tile % tiles_in_x * own - beside + x;
    const int j = tile / tiles_in_x * own - beside + strip * rows;
    Columns c;
    begin(c, m, mode, i, j);
    A omega = A(2); // so that the next one is omega_2
    for (int k = 1; k < mode.steps; ++k) {
      omega = next_chebyshev_weight(mode.rho_squared, omega);
      A* const plane = shared + k % planes * plane_size; // the other one may still be read
      publish(c, plane, x, strip);
      team.team_barrier();
      step(c, plane, x, strip, omega);
      if constexpr (planes == 1) team.team_barrier();
    }
    if (x >= beside && x < width - beside && i < part_.x.count) write(c, m, i, j, strip, beside);
    return {};
  }

private:
  /// The numbers of its own columns that a thread keeps.
  struct Columns {
    int place[rows]; ///< index of the column in the grid's arrays; -1 beyond a side
    A rhs[rows], factor[rows], u[rows], before[rows];
  };

  /// Finds the mode of a team by bisection, as the teams of a mode are consecutive.
  KOKKOS_FORCEINLINE_FUNCTION int mode_of(int team) const {
    int low = first_, high = end_;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (modes_[middle].first_team <= team) low = middle;
      else high = middle;
    }
    return low;
  }

  KOKKOS_FORCEINLINE_FUNCTION void begin(Columns& c, int m, const Mode& mode, int i, int j) const {
    const int gi = part_.x.in_grid(i);
    ISOBAR_UNROLL
    for (int r = 0; r < rows; ++r) {
      const int gj = part_.y.in_grid(j + r);
      const bool is_column = gi >= 0 && gj >= 0;
      c.place[r] = is_column ? int(gj * grid_.row) + gi : -1;
      c.rhs[r] = c.factor[r] = c.u[r] = c.before[r] = A(0);
      if (!is_column) continue;
      const A inverse =
          A(1) / (mode.value * grid_.vertical[c.place[r]] + unit_ * grid_.total[c.place[r]]);
      c.factor[r] = unit_ * inverse;
      c.rhs[r] = c.u[r] =
          A(*f_.at(f_strides_.cell(part_.x.in_f(i), m, part_.y.in_f(j + r)))) * inverse;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void publish(const Columns& c, A* plane, int x, int strip) {
    ISOBAR_UNROLL
    for (int r = 0; r < rows; ++r) plane[(strip * rows + r) * width + x] = c.u[r];
  }
  /// Does one step. Beyond the square u counts as 0, which makes one more column on each side wrong in each step.
  KOKKOS_FORCEINLINE_FUNCTION void step(Columns& c, const A* plane, int x, int strip,
                                        A omega) const {
    const A* const own = plane + std::ptrdiff_t(strip) * rows * width + x;
    A south = strip > 0 ? own[-width] : A(0);
    const A beyond = strip + 1 < strips ? own[std::ptrdiff_t(rows) * width] : A(0);
    ISOBAR_UNROLL
    for (int r = 0; r < rows; ++r) {
      const A centre = c.u[r], north = r + 1 < rows ? c.u[r + 1 < rows ? r + 1 : r] : beyond;
      if (c.place[r] >= 0) {
        const std::ptrdiff_t n = c.place[r];
        const A west = x > 0 ? own[r * width - 1] : A(0),
                east = x + 1 < width ? own[r * width + 1] : A(0);
        const A coupled = (grid_.west[n] * west + grid_.west[n + 1] * east) +
                          (grid_.south[n] * south + grid_.south[n + grid_.row] * north);
        c.u[r] = c.before[r] + omega * ((c.rhs[r] + c.factor[r] * coupled) - c.before[r]);
        c.before[r] = centre;
      }
      south = centre;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void write(const Columns& c, int m, int i, int j, int strip,
                                         int beside) const {
    ISOBAR_UNROLL
    for (int r = 0; r < rows; ++r) {
      const int y = strip * rows + r;
      if (y >= beside && y < width - beside && j + r < part_.y.count)
        *u_.at(u_strides_.cell(i, m, j + r)) = S(c.u[r]);
    }
  }

  GridCells<A> grid_;
  SweepPart part_;
  const Mode* modes_;
  int first_, end_, teams_;
  A unit_;
  Strides f_strides_, u_strides_;
  Cells<S> f_, u_;
};

} // namespace isobar
