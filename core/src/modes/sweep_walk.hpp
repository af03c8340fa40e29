#pragma once
#include "device/cells.hpp"
#include "device/flush_to_zero.hpp"
#include "launch/launch.hpp"
#include "modes/chebyshev_weight.hpp"
#include "modes/sweep_part.hpp"
#include "walk/gpu/row_range.hpp"
#include <isobar/core/modes/kernels/mode_sweeps.hpp>

namespace isobar {

/// The most columns of a tile in x and y.
constexpr int tile_x = 64, tile_y = 64;

/// The planes (x, y) of a tile's numbers in scratch, including the columns beside the tile that the steps read.
template <class A> struct TilePlanes {
  A *vertical, *total, *west, *south; ///< of the columns
  A *rhs, *factor, *u, *before;       ///< of a mode: D^-1 f, unit / D, u_k and u_{k-1}
  static constexpr int count = 8;
};

/// A tile: its nx x ny own columns from (x, y) on. In scratch it has `beside` more columns on each side, and around all these
/// one more, which is never computed.
struct Tile {
  int x, y, nx, ny, beside;
  KOKKOS_FORCEINLINE_FUNCTION int pitch() const { return nx + 2 * beside + 2; }
  KOKKOS_FORCEINLINE_FUNCTION int rows() const { return ny + 2 * beside + 2; }
  /// Returns the index of the tile's column (i, j) in a plane.
  KOKKOS_FORCEINLINE_FUNCTION int place(int i, int j) const {
    return (j + beside + 1) * pitch() + (i + beside + 1);
  }
};

/// A GPU's walk for more steps than squares of columns in registers allow. A team has one tile, whose numbers are in memory.
template <class P, class C> struct SweepWalk {
  using A = typename C::arithmetic;
  using S = typename P::storage;
  using Mode = typename ModeSweeps<P, C>::Mode;
  static constexpr Walk in_order_of = native_walk;
  static constexpr bool threads_meet = true;

  GridCells<A> grid;
  SweepPart part;
  const Mode* modes;
  int first, end, most_steps; ///< modes; most steps of any
  A unit;
  Strides f_strides, u_strides;
  Cells<S> f, u;
  int tiles_in_x, tiles_in_y;

  KOKKOS_FUNCTION int numbers_a_plane() const {
    const Tile t = tile_from(0, 0);
    return t.pitch() * t.rows();
  }
  KOKKOS_FORCEINLINE_FUNCTION Tile tile_from(int x, int y) const {
    const int nx = part.x.count - x, ny = part.y.count - y;
    return {x, y, nx < tile_x ? nx : tile_x, ny < tile_y ? ny : tile_y, most_steps - 1};
  }
  std::size_t scratch_bytes() const {
    return TilePlanes<A>::count * std::size_t(numbers_a_plane()) * sizeof(A) + row_alignment;
  }
  TeamPolicy policy(const ExecutionSpace& queue) const {
    TeamPolicy p(queue, tiles_in_x * tiles_in_y * (end - first), on_host ? 1 : 256, 1);
    return p.set_scratch_size(1, Kokkos::PerTeam(int(scratch_bytes())));
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const FlushToZero flush;
    const int plane = numbers_a_plane();
    auto* const numbers = static_cast<A*>(team.team_scratch(1).get_shmem_aligned(
        TilePlanes<A>::count * std::size_t(plane) * sizeof(A), row_alignment));
    const auto piece = [&](int n) { return numbers + std::ptrdiff_t(n) * plane; };
    const TilePlanes<A> planes{piece(0), piece(1), piece(2), piece(3),
                               piece(4), piece(5), piece(6), piece(7)};
    const int tile = team.league_rank() % (tiles_in_x * tiles_in_y);
    const int m = first + team.league_rank() / (tiles_in_x * tiles_in_y);
    const Tile t = tile_from(tile % tiles_in_x * tile_x, tile / tiles_in_x * tile_y);
    read_columns(team, t, planes);
    solve(team, t, planes, m);
  }

  /// Calls use(place, i, j) for the tile's columns and `more` beside them.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION static void for_columns(const Member& team, const Tile& t, int more,
                                                      const Use& use) {
    const int width = t.nx + 2 * more, height = t.ny + 2 * more;
    for (int n = team.team_rank(); n < width * height; n += team.team_size()) {
      const int i = n % width - more, j = n / width - more;
      use(t.place(i, j), i, j);
    }
    team.team_barrier();
  }

  /// Reads the numbers of the tile's columns. All are 0 for columns beyond a side, and for columns that are never computed;
  /// other columns have V_T > 0.
  KOKKOS_FUNCTION void read_columns(const Member& team, const Tile& t,
                                    const TilePlanes<A>& p) const {
    for_columns(team, t, t.beside + 1, [&](int at, int i, int j) {
      const int gi = part.x.in_grid(t.x + i), gj = part.y.in_grid(t.y + j);
      const bool is_column = gi >= 0 && gj >= 0;
      const std::ptrdiff_t n = gj * grid.row + gi;
      p.vertical[at] = is_column ? grid.vertical[n] : A(0);
      p.total[at] = is_column ? grid.total[n] : A(0);
      p.west[at] = is_column ? grid.west[n] : A(0);
      p.south[at] = is_column ? grid.south[n] : A(0);
      p.u[at] = p.before[at] = A(0);
    });
  }

  KOKKOS_FUNCTION void solve(const Member& team, const Tile& t, TilePlanes<A> p, int m) const {
    const Mode mode = modes[m];
    begin(team, t, p, m, mode);
    A omega = A(2); // so that the next one is omega_2
    for (int k = 1; k < mode.steps; ++k) {
      omega = next_chebyshev_weight(mode.rho_squared, omega);
      step(team, t, p, mode.steps - 1 - k, omega);
      A* const next = p.before;
      p.before = p.u;
      p.u = next;
    }
    for_columns(team, t, 0, [&](int at, int i, int j) {
      *u.at(u_strides.cell(t.x + i, m, t.y + j)) = S(p.u[at]);
    });
  }

  /// Sets u_1 = D^-1 f and u_0 = 0. Beyond a side D is 0, and nothing is divided by it.
  KOKKOS_FUNCTION void begin(const Member& team, const Tile& t, const TilePlanes<A>& p, int m,
                             const Mode& mode) const {
    const int more = mode.steps - 1;
    for_columns(team, t, more, [&](int at, int i, int j) {
      const int x = t.x + i, y = t.y + j;
      const bool is_column = part.x.is_inside(x) && part.y.is_inside(y);
      const A rhs = is_column ? A(*f.at(f_strides.cell(part.x.in_f(x), m, part.y.in_f(y)))) : A(0);
      const A d = mode.value * p.vertical[at] + unit * p.total[at],
              inverse = p.vertical[at] > A(0) ? A(1) / d : A(0);
      p.factor[at] = unit * inverse;
      p.rhs[at] = p.u[at] = rhs * inverse;
      p.before[at] = A(0);
    });
  }

  /// Computes u_{k+1} in place of u_{k-1}, in the tile's columns and `more` beside them.
  KOKKOS_FUNCTION void step(const Member& team, const Tile& t, const TilePlanes<A>& p, int more,
                            A omega) const {
    const int pitch = t.pitch();
    for_columns(team, t, more, [&](int at, int, int) {
      const A coupled = (p.west[at] * p.u[at - 1] + p.west[at + 1] * p.u[at + 1]) +
                        (p.south[at] * p.u[at - pitch] + p.south[at + pitch] * p.u[at + pitch]);
      p.before[at] = p.before[at] + omega * ((p.rhs[at] + p.factor[at] * coupled) - p.before[at]);
    });
  }
};

} // namespace isobar
