#pragma once
#include <isobar/core/field.hpp>
#include <isobar/core/grid_level.hpp>

/// How kernels see fields and grids: plain pointers and strides. Functors of them are trivially
/// copyable and small, compilers know that their members do not change under a store, and on an
/// H200 a kernel with View indexing was measured 15 % slower.
namespace isobar {

/// A cell that a kernel works on: its indices, and its place in every field of the kernel's
/// shape. All of them are reached by one offset, which keeps address arithmetic out of the
/// innermost loop.
struct Cell {
  int i, k, j;
  std::ptrdiff_t at;
  int up = 0; ///< of a GPU's thread: from its lowest level to this one, short for one instruction
};

/// From one level and one row of a field to the next.
struct Strides {
  std::ptrdiff_t level, row;
  template <class S>
  explicit Strides(const Field<S>& f) : level(f.level_stride()), row(f.row_stride()) {}
  /// Numbers from a level to the one l above it.
  KOKKOS_FORCEINLINE_FUNCTION int up(int l) const { return l * int(level); }
  KOKKOS_FORCEINLINE_FUNCTION Cell cell(int i, int k, int j) const {
    return {i, k, j, (k * level + j * row) + i};
  }
  /// One row further.
  KOKKOS_FORCEINLINE_FUNCTION Cell north(const Cell& c) const {
    return {c.i, c.k, c.j + 1, c.at + row};
  }
};

/// The cells of a field; offset 0 is the first owned one.
template <class S> struct Cells {
  S* origin;
  explicit Cells(const Field<S>& f) : origin(f.column(0, 0)) {}
  KOKKOS_FORCEINLINE_FUNCTION S* at(const Cell& c) const {
    if constexpr (on_host) return origin + c.at;
    else return origin + c.at + c.up;
  }
};

/// The numbers of a level that kernels read: see ColumnGeometry and LevelCoefficients.
template <class A> struct GridCells {
  const A *area, *total, *west, *south;
  std::ptrdiff_t row;
  const LevelCoefficients<A>* profile;
  int nz;

  explicit GridCells(const GridLevel<A>& g)
      : area(g.columns().area.data()), total(g.columns().total.data()),
        west(g.columns().west.data()), south(g.columns().south.data()),
        row(std::ptrdiff_t(g.columns().area.extent(0))), profile(g.profile().data()), nz(g.nz()) {}
};

} // namespace isobar
