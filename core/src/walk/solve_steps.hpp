#pragma once
#include "device/kernel_concepts.hpp"
#include "device/stencil.hpp"
#include "device/tridiag.hpp"

/// The code that all walks of a SolveKernel by whole columns share: how they solve a pack of
/// columns up and down.
namespace isobar {

/// Whether a kernel's source keeps rows (smooth_sources.hpp).
template <class K, bool coupled = K::launch.couples_columns>
inline constexpr bool keeps_rows = false;
template <class K> inline constexpr bool keeps_rows<K, true> = decltype(K::u)::keeps_rows;

/// Returns the right-hand side of a kernel in a pack of cells.
template <class K>
KOKKOS_FORCEINLINE_FUNCTION typename K::pack
solve_rhs(const K& kernel, const typename K::Column& column, const Cell& c, int active,
          SumPacks<typename K::pack>& sums) {
  using V = typename K::pack;
  if constexpr (K::launch.couples_columns)
    return kernel.rhs(column, kernel.grid.profile[c.k].d, kernel.read(c),
                      kernel.u.template neighbours<V>(column, c));
  else return kernel.rhs(column, c, kernel.read(c), active, sums);
}

/// Returns the right-hand side for a kernel that also sums the residual of the u that it smooths.
/// The kernel sees u through a window. Adds the squared residual to the first sum.
template <class K>
KOKKOS_FORCEINLINE_FUNCTION typename K::pack
solve_rhs_and_residual(const K& kernel, const typename K::Column& column, const Cell& c, int nz,
                       int active, WindowOf<K>& u, SumPacks<typename K::pack>& sums) {
  using V = typename K::pack;
  const auto layer = kernel.grid.profile[c.k];
  u.move_up(kernel.u.row(c), c.k + 1 < nz);
  const V g = kernel.rhs(column, layer.d, kernel.read(c), coupling(column, u));
  const V r = keep_active(kernel.residual(column, layer, g, u), active);
  sums.first = sums.first + r * r;
  return g;
}

/// Gives the kernel its solution in a pack of cells.
template <class K>
KOKKOS_FORCEINLINE_FUNCTION void solve_result(const K& kernel, const Cell& c,
                                              const typename K::pack& x, int active) {
  if constexpr (K::launch.couples_columns)
    kernel.result(c, kernel.added(kernel.u.template value<typename K::pack>(c)) + x, active);
  else kernel.result(c, x, active);
}

/// Eliminates one layer of the upward sweep, and adds its share of <g, x> = sum of z_k^2 / p_k.
template <class K>
KOKKOS_FORCEINLINE_FUNCTION Eliminated<typename K::pack>
solve_upward(const K& kernel, const typename K::Column& column, int k, const typename K::pack& rhs,
             Elimination<typename K::pack>& state, int active, SumPacks<typename K::pack>& sums) {
  using V = typename K::pack;
  const auto layer = kernel.grid.profile[k];
  const V numerator = rhs + layer.c * state.value; // z_k
  const auto eliminated = eliminate(layer, column.shift, column.reaction, rhs, state);
  if constexpr (K::launch.sums_energy)
    sums.second =
        sums.second + keep_active(kernel.energy(column) * (numerator * eliminated.value), active);
  return eliminated;
}

/// Solves a pack of columns from (i, j) on, and adds to the sums. The first `active` columns of the
/// pack are owned. The buffer holds the upward sweep's numbers, with `stride` places from a layer
/// to the next. Meanwhile the kernel prefetches what it reads and writes from cell `next` up, if it
/// can and `asks` is true.
template <bool asks, class K>
KOKKOS_FORCEINLINE_FUNCTION void
solve_pack(const K& kernel, int i, int j, int nz, int active, Eliminated<typename K::pack>* buffer,
           std::ptrdiff_t stride, [[maybe_unused]] Cell next, SumPacks<typename K::pack>& sums) {
  using V = typename K::pack;
  const typename K::Column column = kernel.column(ColumnStencilOf<K>::at(kernel.grid, i, j));
  SumPacks<V> added = sums; // stores to fields could change the caller's sums
  Elimination<V> state;
  [[maybe_unused]] WindowOf<K> u;
  if constexpr (K::launch.sums_residual) u.start(kernel.u.row(kernel.strides.cell(i, 0, j)));
  for (int k = 0; k < nz; ++k) {
    if constexpr (asks && K::launch.asks_ahead) {
      kernel.will_solve(next);
      next.at += kernel.strides.layer;
    }
    const Cell c = kernel.strides.cell(i, k, j);
    V g;
    if constexpr (K::launch.sums_residual)
      g = solve_rhs_and_residual(kernel, column, c, nz, active, u, added);
    else g = solve_rhs(kernel, column, c, active, added);
    buffer[k * stride] = solve_upward(kernel, column, k, g, state, active, added);
  }
  V x{};
  for (int k = nz - 1; k >= 0; --k) {
    x = substitute(buffer[k * stride], x);
    solve_result(kernel, kernel.strides.cell(i, k, j), x, active);
  }
  sums = added;
}

} // namespace isobar
