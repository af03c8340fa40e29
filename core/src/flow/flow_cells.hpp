#pragma once
#include "box/box_cells.hpp"
#include "flow/transport.hpp"
#include "walk/cell_walk.hpp"

#include <isobar/core/flow/flow_kernels.hpp>

/// How the flow's kernels see their grid and fields.
namespace isobar {

/// An axis' table (FlowNumber) as kernels read it. X is a pack along x and a single number along y and z.
template <class A> struct FlowAxis {
  AxisCells<A> cells;
  explicit FlowAxis(const AxisTable<A>& table) : cells(table) {}

  template <class X> KOKKOS_FORCEINLINE_FUNCTION X number(FlowNumber n, int i) const {
    if constexpr (std::is_same_v<X, A>) return cells.at(n, i);
    else return cells.template pack<X>(n, i);
  }
  template <class X> KOKKOS_FORCEINLINE_FUNCTION AxisCell<X> at(int i) const {
    using enum FlowNumber;
    return {number<X>(inverse_width, i - 1),
            number<X>(inverse_width, i),
            number<X>(inverse_distance, i),
            number<X>(inverse_distance, i + 1),
            number<X>(share, i),
            number<X>(open, i)};
  }
};

/// What the flow's kernels have in common: they treat every cell by itself and read what is beside it from memory. Layers are
/// those of a GPU's thread.
template <class P, int layers> struct FlowKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Numbers = Cells<S, P::layout>;
  static constexpr CellLaunch launch{.layers = layers};
  FieldStrides<P::layout> strides;
  VerticalSteps steps;
  FlowAxis<A> x, y, z;

  FlowKernel(const FlowGrid<A>& g, const Field<S>& field)
      : strides(field), steps(field.layer_stride(), g.nz(), g.periodic_z()), x(g.x()), y(g.y()),
        z(g.z()) {}
};

/// All cells of a rank's part.
template <class A> BoxRange all_cells(const FlowGrid<A>& grid) {
  return {grid.nx(), grid.ny(), grid.nz()};
}

} // namespace isobar
