#pragma once
#include "device/kernel_concepts.hpp"
#include "device/stencil.hpp"

/// Functions that walk a pack of columns upwards, for kernels over cells.
namespace isobar {

/// Prefetches what a kernel reads and writes in the pack of cells `next` if `asks` is true, and
/// moves `next` up one layer.
template <bool asks, class K>
KOKKOS_FORCEINLINE_FUNCTION void ask_and_move_up(const K& kernel, Cell& next) {
  if constexpr (asks) {
    kernel.will_visit(next);
    next.at += kernel.strides.layer;
    ++next.k;
  }
}

/// Visits all layers of a pack of columns from cell c up, and adds to the totals. The first
/// `active` columns of the pack are owned. Meanwhile the kernel prefetches what it reads and writes
/// from cell `next` up, if `asks` is true.
template <bool asks, class K>
KOKKOS_FORCEINLINE_FUNCTION void visit_column(const K& kernel, const typename K::Column& column,
                                              Cell c, int nz, int active, Cell next,
                                              TotalPacks<K>& totals) {
  TotalPacks<K> added = totals; // stores to fields could change the caller's totals
  for (; c.k < nz; ++c.k, c.at += kernel.strides.layer) {
    ask_and_move_up<asks>(kernel, next);
    kernel.cell(column, c, kernel.read(c), active, added);
  }
  totals = added;
}

/// Visits a pack of columns like visit_column(), for kernels that see a stencilled field. The walk
/// reads the cell above once and keeps it as the next layer's centre.
template <bool asks, class K>
KOKKOS_FORCEINLINE_FUNCTION void visit_stencils(const K& kernel, const typename K::Column& column,
                                                Cell c, int nz, int active, Cell next,
                                                TotalPacks<K>& totals) {
  constexpr int rows = K::launch.rows;
  const auto row = [&](const Cell& at, int r) {
    return kernel.stencilled().row(at, (rows - 1) * at.j + r);
  };
  TotalPacks<K> added = totals;
  WindowOf<K> window[rows];
  for (int r = 0; r < rows; ++r) window[r].start(row(c, r));
  for (; c.k < nz; ++c.k, c.at += kernel.strides.layer) {
    ask_and_move_up<asks>(kernel, next);
    for (int r = 0; r < rows; ++r) window[r].move_up(row(c, r), c.k + 1 < nz);
    kernel.cell(column, kernel.grid.profile[c.k], c, window, kernel.read(c), active, added);
  }
  totals = added;
}

} // namespace isobar
