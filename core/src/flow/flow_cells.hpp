#pragma once
#include "box/box_cells.hpp"
#include "flow/transport.hpp"
#include "walk/cell_walk.hpp"

#include <isobar/core/flow/flow_kernels.hpp>

/// Grid and fields as the flow's kernels see them.
namespace isobar {

/// An axis' table (FlowNumber) as kernels read it. X is a pack along x and a single number along y and z.
template <class A> struct FlowAxis {
  AxisCells<A> cells;
  FlowAxis(const FlowGrid<A>& g, int axis) : cells(axis == 0 ? g.x() : axis == 1 ? g.y() : g.z()) {}

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

/// An axis of equal cells, which needs no table.
template <class A> struct UniformFlowAxis {
  A inverse; ///< 1 / width
  int wall; ///< the cell whose low face is a wall; an index outside of this rank's part if there is none
  UniformFlowAxis(const FlowGrid<A>& g, int axis) {
    const FlowSpec& s = g.spec();
    const Partition& p = g.partition();
    const bool around[] = {p.periodic.x, p.periodic.y, g.periodic_z()};
    const int first[] = {p.first_i, p.first_j, 0};
    inverse = A(1.0 / (axis == 0 ? s.x : axis == 1 ? s.y : s.z).width(0));
    wall = around[axis] ? -(1 << 30) : -first[axis];
  }

  template <class X> KOKKOS_FORCEINLINE_FUNCTION AxisCell<X> at(int i) const {
    const X each(inverse);
    return {each, each, each, each, X(A(0.5)), open<X>(i)};
  }

private:
  template <class X> KOKKOS_FORCEINLINE_FUNCTION X open(int i) const {
    if constexpr (std::is_same_v<X, A>) return i == wall ? A(0) : A(1);
    else {
      X x(A(1));
      ISOBAR_UNROLL
      for (int n = 0; n < X::width; ++n)
        if (i + n == wall) x.set(n, A(0));
      return x;
    }
  }
};

/// Base of the flow's kernels, which treat every cell by itself and read its neighbours from memory. `layers` is the number of
/// layers of a GPU's thread; Axis is FlowAxis or UniformFlowAxis.
template <class P, int layers, class Axis = FlowAxis<typename P::arithmetic>> struct FlowKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Numbers = Cells<S, P::layout>;
  static constexpr CellLaunch launch{.layers = layers};
  FieldStrides<P::layout> strides;
  VerticalSteps steps;
  Axis x, y, z;

  FlowKernel(const FlowGrid<A>& g, const Field<S>& field)
      : strides(field), steps(field.layer_stride(), g.nz(), g.periodic_z()), x(g, 0), y(g, 1),
        z(g, 2) {}
};

/// Returns the range of all cells of a rank's part.
template <class A> BoxRange all_cells(const FlowGrid<A>& grid) {
  return {grid.nx(), grid.ny(), grid.nz()};
}

} // namespace isobar
