#pragma once
#include "device/cells.hpp"

namespace isobar {

/// Blocks of adjacent columns in a row. A host walks a block layer by layer. A layer of a block is
/// 1 KiB of contiguous memory, and a block stays in cache between the two sweeps of a solve. A
/// GPU's lane walks one column.
template <class P> struct ColumnBlocks {
  using V = PackOf<P>;
  static constexpr int packs = P::walk == Walk::blocks ? 16 : 1;
  static constexpr int width = packs * V::width;
  int nx, ny;

  KOKKOS_FORCEINLINE_FUNCTION int in_row() const { return (nx + width - 1) / width; }
  Kokkos::RangePolicy<ExecutionSpace> range() const {
    return Kokkos::RangePolicy<ExecutionSpace>(0, in_row() * ny);
  }
  /// Calls visit(first cell, number of the pack in the block, owned columns in it) for each pack of
  /// block n on layer k.
  template <class Visit>
  KOKKOS_FORCEINLINE_FUNCTION void on_layer(const Strides& strides, int n, int k,
                                            const Visit& visit) const {
    const int j = n / in_row(), first = n % in_row() * width;
    const int count = (nx - first + V::width - 1) / V::width;
    Cell c = strides.cell(first, k, j);
    for (int p = 0; p < packs && p < count; ++p, c.i += V::width, c.at += V::width)
      visit(c, p, V::width < nx - c.i ? V::width : nx - c.i);
  }
};

} // namespace isobar
