#pragma once
#include "device/flush_to_zero.hpp"
#include "device/stencil.hpp"
#include "launch/launch.hpp"
#include "modes/chebyshev_weight.hpp"
#include <isobar/core/modes/kernels/mode_sweeps.hpp>

namespace isobar {

/// One step of all modes that still have steps to take, with nine points. Each step is a launch, so that halos can be exchanged
/// between steps. The sphere requires this: neighbouring columns at a corner of the cube are not adjacent in any field.
///
/// All modes end with the same launch: modes with fewer steps begin later. So one field has u_k of all modes. The other field
/// has u_{k-1}, which u_{k+1} replaces. A step moves f once and u three times, 4 references.
///
/// A host's lane goes through the modes of a row, so that the columns' numbers stay in the first-level cache. A GPU's team has one row
/// of one mode.
template <class P, class C> struct SweepStep {
  using A = typename C::arithmetic;
  using S = typename P::storage;
  using Mode = typename ModeSweeps<P, C>::Mode;
  using V = PackOf<C>;
  static constexpr Walk in_order_of = native_walk;
  static constexpr bool threads_meet = false;
  static constexpr int threads = on_host ? 1 : 128;

  GridCells<A> grid;
  PatchRows rows;
  int nx;
  const Mode* modes;
  int first, end; ///< modes
  int left;       ///< steps of each mode after this one
  A unit;
  Strides f_strides, strides; ///< of f, and of both fields of u
  Cells<S> f, u, next;        ///< f, u_k, and u_{k-1}, which becomes u_{k+1}

  /// Returns how many modes of a row a team has.
  KOKKOS_FORCEINLINE_FUNCTION int of_team() const { return on_host ? end - first : 1; }
  TeamPolicy policy(const ExecutionSpace& queue) const {
    return TeamPolicy(queue, rows.all() * ((end - first) / of_team()), threads, 1);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const FlushToZero flush;
    const int groups = (end - first) / of_team(), group = team.league_rank() % groups;
    const int j = rows.row(team.league_rank() / groups), begin = first + group * of_team();
    for (int m = begin; m < begin + of_team(); ++m) step_row(team, m, j);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void step_row(const Member& team, int m, int j) const {
    const Mode mode = modes[m];
    const int step = mode.steps - left, packs = (nx + V::width - 1) / V::width;
    const A omega = chebyshev_weight(mode.rho_squared, step);
    for (int p = team.team_rank(); p < packs; p += team.team_size()) {
      const int i = p * V::width, active = V::width < nx - i ? V::width : nx - i;
      store(next.at(strides.cell(i, m, j)), stepped(mode, step, omega, i, m, j), active);
    }
  }
  /// Returns u after `step`. The first step gives u_1 = D^-1 f, as u_0 = 0. Later steps read halo cells of u_k.
  KOKKOS_FORCEINLINE_FUNCTION V stepped(const Mode& mode, int step, A omega, int i, int m,
                                        int j) const {
    using Column = VertexStencil<V>;
    const Column column = Column::at(grid, i, j);
    const V inverse = reciprocal(mode.value * column.vertical + unit * column.total);
    const V given = load<V>(f.at(f_strides.cell(i, m, j)));
    if (step == 1) return inverse * given;
    const Cell c = strides.cell(i, m, j);
    const S* const centre = u.at(c);
    const V coupled = neighbours<V>(column, centre, centre - strides.row, centre + strides.row);
    const V before = load<V>(next.at(c));
    return before + omega * (inverse * (given + unit * coupled) - before);
  }
};

} // namespace isobar
