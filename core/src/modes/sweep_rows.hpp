#pragma once
#include "device/cells.hpp"
#include "device/flush_to_zero.hpp"
#include "launch/launch.hpp"
#include "modes/chebyshev_weight.hpp"
#include "modes/sweep_part.hpp"
#include "walk/gpu/row_range.hpp"
#include <isobar/core/modes/kernels/mode_sweeps.hpp>

#include <algorithm>

namespace isobar {

/// A host's walk of the steps. A lane has the columns of a tile, of one mode, and goes along y. When f arrives in row r, u_1 is
/// computed there, u_2 in row r - 1, u_3 in row r - 2 and so on. Rings hold the rows that later steps need, some seven rows for
/// each step. They stay in the first-level cache if steps are few. f is read once and u written once. Columns beside the tile,
/// as many on each side as the steps read, are computed only for the tile.
template <class P, class C> class SweepRows {
public:
  using A = typename C::arithmetic;
  using S = typename P::storage;
  using Mode = typename ModeSweeps<P, C>::Mode;
  static constexpr Walk in_order_of = native_walk;
  static constexpr bool threads_meet = false;
  static constexpr int tile_columns = 256;
  static constexpr int rows_ahead = 2; ///< distance of prefetches from the row that arrives

  /// Makes a walk for the modes from `first` up to, but not including, `end`. Each has at most `most_steps` steps.
  SweepRows(const GridLevel<A>& grid, const SweepPart& part, const Mode* modes, int first, int end,
            int most_steps, A unit, const Field<S>& f, const Field<S>& u)
      : grid_(grid), part_(part), modes_(modes), first_(first), end_(end), most_steps_(most_steps),
        tiles_(divide_up(part.x.count, tile_columns)),
        segments_(std::clamp(divide_up(ExecutionSpace().concurrency(), tiles_ * (end - first)), 1,
                             divide_up(part.y.count, 4 * most_steps))),
        unit_(unit), f_strides_(f), u_strides_(u), f_(f), u_(u) {}

  TeamPolicy policy(const ExecutionSpace& queue) const {
    TeamPolicy p(queue, tiles_ * segments_ * (end_ - first_), 1, 1);
    return p.set_scratch_size(1, Kokkos::PerTeam(int(scratch_bytes())));
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const FlushToZero flush;
    const int tile = team.league_rank() % tiles_, rest = team.league_rank() / tiles_;
    auto* const numbers =
        static_cast<A*>(team.team_scratch(1).get_shmem_aligned(scratch_bytes(), row_alignment));
    const int m = first_ + rest / segments_, x = tile * tile_columns;
    const int last = std::min(x + tile_columns, part_.x.count);
    const Mode mode = modes_[m];
    const int more = mode.steps - 1;
    const Tile t{x, part_.x.least(x - more), last, part_.x.beyond(last + more)};
    march(m, mode, t, RowRange(rest % segments_, segments_, part_.y.count), numbers);
  }

private:
  /// The columns of a tile, from x up to `end`. With the columns beside it they go from `begin` up to `last`.
  struct Tile {
    int x, begin, end, last;
    int width() const { return last - begin; }
  };
  /// Rows of a tile in scratch. Row r is at r modulo their number, and has a zero on either side.
  struct Ring {
    A* numbers;
    int pitch, rows;
    A* row(int r) const { return numbers + std::ptrdiff_t((r % rows + rows) % rows) * pitch + 1; }
  };
  struct Rings {
    Ring rhs, factor, west, south; ///< D^-1 f, which is u_1, unit / D and the links
    A* zeros;
    A* u;                    ///< of u_2 and so on, three rows each
    Ring u_of(int s) const { // u_{s+1}
      return s == 0 ? rhs : Ring{u + std::ptrdiff_t(3 * (s - 1)) * rhs.pitch, rhs.pitch, 3};
    }
  };

  int pitch() const { return std::min(tile_columns, part_.x.count) + 2 * most_steps_; }
  static int ring_rows(int steps) { return std::max(3, steps); }
  /// Returns the rows of all rings together for `steps` steps.
  static int all_rows(int steps) { return 4 * ring_rows(steps) + 3 * (steps - 1) + 1; }
  std::size_t scratch_bytes() const {
    return std::size_t(all_rows(most_steps_)) * pitch() * sizeof(A) + row_alignment;
  }
  Rings empty_rings(A* numbers, int steps) const {
    std::fill_n(numbers, std::ptrdiff_t(all_rows(steps)) * pitch(), A(0));
    const int rows = ring_rows(steps);
    const auto ring = [&](int n) {
      return Ring{numbers + std::ptrdiff_t(n * rows) * pitch(), pitch(), rows};
    };
    A* const behind = numbers + std::ptrdiff_t(4 * rows) * pitch();
    return {ring(0), ring(1), ring(2), ring(3), behind + 1, behind + pitch()};
  }

  void march(int m, const Mode& mode, const Tile& t, const RowRange& rows, A* numbers) const {
    const Rings rings = empty_rings(numbers, mode.steps);
    const int more = mode.steps - 1;
    const int first = part_.y.least(rows.begin - more), last = part_.y.beyond(rows.end + more);
    for (int r = first; r < rows.end + more; ++r) {
      if (r + rows_ahead < last) ask_for(m, t, r + rows_ahead);
      if (r < last) arrive(m, mode, t, r, rings);
      else leave_empty(t, r, rings);
      A omega = A(2); // so that the next one is omega_2
      for (int s = 1; s < mode.steps; ++s) {
        omega = next_chebyshev_weight(mode.rho_squared, omega);
        step(t, r - s, s, omega, rings);
      }
      if (const int q = r - more; q >= rows.begin) write(m, t, q, rings.u_of(more).row(q));
    }
  }

  /// Prefetches what a later row will read and write: rows of a mode lie far apart, so that hardware does not foresee them.
  KOKKOS_FORCEINLINE_FUNCTION void ask_for(int m, const Tile& t, int r) const {
    const int count = t.end - t.x;
    will_read_row(f_.at(f_strides_.cell(part_.x.in_f(t.x), m, part_.y.in_f(r))), count);
    if (r >= 0 && r < part_.y.count) will_write_row(u_.at(u_strides_.cell(t.x, m, r)), count);
  }

  /// Puts row r of the domain into the rings: its couplings, unit / D and D^-1 f. Numbers of adjacent columns are read as
  /// vectors.
  void arrive(int m, const Mode& mode, const Tile& t, int r, const Rings& rings) const {
    A *const rhs = rings.rhs.row(r), *const factor = rings.factor.row(r),
             *const west = rings.west.row(r), *const south = rings.south.row(r);
    const std::ptrdiff_t of_columns = part_.y.in_grid(r) * grid_.row;
    const S* const f = f_.at(f_strides_.cell(0, m, part_.y.in_f(r)));
    for (int begin = t.begin, end; begin < t.last; begin = end) {
      end = std::min(t.last, part_.x.end_of_run(begin));
      const std::ptrdiff_t n = of_columns + part_.x.in_grid(begin);
      const S* const given = f + part_.x.in_f(begin);
      const int to = begin - t.begin, count = end - begin;
#pragma GCC ivdep
      for (int i = 0; i < count; ++i) {
        const A inverse = A(1) / (mode.value * grid_.vertical[n + i] + unit_ * grid_.total[n + i]);
        factor[to + i] = unit_ * inverse;
        rhs[to + i] = A(given[i]) * inverse;
        west[to + i] = grid_.west[n + i];
        south[to + i] = grid_.south[n + i];
      }
    }
  }
  /// Puts a row beyond a side into the rings: u is 0 there, and nothing couples to it.
  void leave_empty(const Tile& t, int r, const Rings& rings) const {
    const auto clear = [&](const Ring& ring) { std::fill_n(ring.row(r), t.width(), A(0)); };
    clear(rings.rhs);
    clear(rings.factor);
    clear(rings.west);
    clear(rings.south);
  }

  /// Computes u_{s+1} of row q. Beside the tile's columns u counts as 0, which makes one more column wrong in each step.
  static void step(const Tile& t, int q, int s, A omega, const Rings& rings) {
    const Ring ring = rings.u_of(s - 1);
    const A *const centre = ring.row(q), *const southern = ring.row(q - 1),
                   *const northern = ring.row(q + 1), *const rhs = rings.rhs.row(q),
                   *const factor = rings.factor.row(q), *const west = rings.west.row(q),
                   *const south = rings.south.row(q), *const north = rings.south.row(q + 1),
                   *const before = s > 1 ? rings.u_of(s - 2).row(q) : rings.zeros;
    A* const u = rings.u_of(s).row(q);
    const int width = t.width();
#pragma GCC ivdep
    for (int i = 0; i < width; ++i) {
      const A coupled = (west[i] * centre[i - 1] + west[i + 1] * centre[i + 1]) +
                        (south[i] * southern[i] + north[i] * northern[i]);
      u[i] = before[i] + omega * ((rhs[i] + factor[i] * coupled) - before[i]);
    }
  }

  void write(int m, const Tile& t, int q, const A* result) const {
    S* const u = u_.at(u_strides_.cell(t.x, m, q));
    const int from = t.x - t.begin, count = t.end - t.x;
    for (int i = 0; i < count; ++i) u[i] = S(result[from + i]);
  }

  GridCells<A> grid_;
  SweepPart part_;
  const Mode* modes_;
  int first_, end_, most_steps_, tiles_, segments_;
  A unit_;
  Strides f_strides_, u_strides_;
  Cells<S> f_, u_;
};

} // namespace isobar
