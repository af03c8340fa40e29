#pragma once
#include <isobar/core/field.hpp>
#include <isobar/core/grid_level.hpp>

/// How kernels see fields and grids: plain pointers and strides. Functors of them are trivially
/// copyable and small, compilers know that their members do not change under a store, and on an
/// H200 a kernel with View indexing was measured 15 % slower.
namespace isobar {

/// The cells of a field; (0, 0, 0) is the first owned one, -1 a halo cell in x and y.
template <class S> struct Cells {
  S* origin;
  std::ptrdiff_t level, row;

  explicit Cells(const Field<S>& f)
      : origin(f.column(0, 0)), level(f.level_stride()), row(f.row_stride()) {}
  KOKKOS_FORCEINLINE_FUNCTION S* at(int i, int k, int j) const {
    return origin + (k * level + j * row) + i;
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
