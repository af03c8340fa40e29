#pragma once
#include "device/box_cells.hpp"
#include "walk/cell_walk.hpp"

/// What kernels on boxes have in common. They read the cells around theirs from memory: teams march along y, so that rows south
/// and north are in a GPU's first-level cache, and in a host's second.
namespace isobar {

/// Kernels that know the matrix. Layers are those of a GPU's thread.
template <class P, int layers = 2> struct BoxKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Column = BoxColumn<pack>;
  static constexpr CellLaunch launch{.layers = layers};
  FieldStrides<P::layout> strides;
  BoxCells<A> box;

  BoxKernel(const BoxGrid<A>& grid, const Field<S>& u) : strides(u), box(grid) {}
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const { return Column::at(box, i, j); }
  KOKKOS_FORCEINLINE_FUNCTION BoxLayer<A> layer(const Cell& c) const {
    return BoxLayer<A>::at(box, c.k);
  }
};

/// Those that read u and its neighbours. Its halo is right.
template <class P, int layers = 2> struct BoxStencil : BoxKernel<P, layers> {
  using Base = BoxKernel<P, layers>;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> u;
  VerticalSteps steps;

  BoxStencil(const BoxGridOf<P>& grid, const Field<S>& field)
      : Base(grid, field), u(field), steps(field, grid) {}
  KOKKOS_FORCEINLINE_FUNCTION Window<pack> window(const Cell& c) const {
    return box_window<pack>(u.at(c), this->strides.row, steps, c.k);
  }
};

/// Those that read a right-hand side too.
template <class P, int layers = 2> struct BoxEquation : BoxStencil<P, layers> {
  using Base = BoxStencil<P, layers>;
  using typename Base::Column;
  using typename Base::pack;
  using typename Base::S;
  Cells<S, P::layout> f;
  struct Inputs {
    Window<pack> u;
    pack f;
  };

  BoxEquation(const BoxGridOf<P>& grid, const Field<S>& u, const Field<S>& rhs)
      : Base(grid, u), f(rhs) {}
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {this->window(c), load<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const Column& column, const Cell& c,
                                            const Inputs& in) const {
    return in.f - apply_box(column, this->layer(c), in.u);
  }
};

/// All cells of a level.
template <class A> BoxRange all_cells(const BoxGrid<A>& grid) {
  return {grid.nx(), grid.ny(), grid.nz()};
}

} // namespace isobar
