#pragma once
#include "flow/transport.hpp"
#include <isobar/core/flow/flow_grid.hpp>

/// How the flow's kernels see their grid.
namespace isobar {

/// An axis' table (FlowNumber) as plain pointers; cell 0 is the first owned one.
template <class A> struct AxisNumbers {
  const A *inverse_width, *inverse_distance, *share, *open;

  explicit AxisNumbers(const AxisTable<A>& table)
      : inverse_width(number(table, FlowNumber::inverse_width)),
        inverse_distance(number(table, FlowNumber::inverse_distance)),
        share(number(table, FlowNumber::share)), open(number(table, FlowNumber::open)) {}
  template <class X> KOKKOS_FORCEINLINE_FUNCTION AxisCell<X> at(int n) const {
    return {value<X>(inverse_width + n - 1), value<X>(inverse_width + n),
            value<X>(inverse_distance + n),  value<X>(inverse_distance + n + 1),
            value<X>(share + n),             value<X>(open + n)};
  }
  /// 1 / distance of the centres over a cell's low face, 0 on a wall: of a gradient that moves no velocity there.
  template <class X> KOKKOS_FORCEINLINE_FUNCTION X gradient(int n) const {
    return value<X>(inverse_distance + n) * value<X>(open + n);
  }
  template <class X> static KOKKOS_FORCEINLINE_FUNCTION X value(const A* p) {
    if constexpr (std::is_same_v<X, A>) return *p;
    else return load<X>(p);
  }

private:
  static const A* number(const AxisTable<A>& table, FlowNumber n) {
    return &table(axis_halo, std::size_t(n));
  }
};

template <class A> struct FlowCells {
  AxisNumbers<A> x, y, z;
  int nz;
  bool periodic_z;
  explicit FlowCells(const FlowGrid<A>& g)
      : x(g.x()), y(g.y()), z(g.z()), nz(g.nz()), periodic_z(g.periodic_z()) {}

  /// From layer k to the layer below, and above, as an offset; where there is none the layer itself, whose number a mirror then
  /// makes into the one beyond. k may lie above the top (padding.hpp).
  KOKKOS_FORCEINLINE_FUNCTION int below(int k) const { return k > 0 ? -1 : periodic_z ? nz - 1 : 0; }
  KOKKOS_FORCEINLINE_FUNCTION int above(int k) const {
    return k + 1 < nz ? 1 : periodic_z ? 1 - nz : 0;
  }
};

/// What the flow's kernels have in common: they treat every cell by itself, and read what is beside it from memory.
template <class P> struct FlowKernel {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = PackOf<P>;
  using Numbers = Stencilled<S, P::layout>;
  FieldStrides<P::layout> strides;
  FlowCells<A> grid;

  KOKKOS_FORCEINLINE_FUNCTION auto row(const Cells<S, P::layout>& field, const Cell& c) const {
    return Numbers{field, strides}.row(c, 0);
  }
};

} // namespace isobar
