#pragma once
#include "box/box_cells.hpp"

/// Device functions for the matrix of a box of equal cells. They derive its numbers from those of one cell and read no tables.
namespace isobar {

/// The numbers along one axis of this rank's part.
template <class A> struct UniformAxis {
  A coupling; ///< of two neighbours: the area of their face over the distance of their centres
  int first_side,
      last_side; ///< cells beside the sides; indices outside of the part if it has no side
  A first_total, last_total; ///< what replaces one coupling in the diagonal of these two cells
  KOKKOS_FORCEINLINE_FUNCTION A low(int i) const { return i == first_side ? A(0) : coupling; }
  KOKKOS_FORCEINLINE_FUNCTION A high(int i) const { return i == last_side ? A(0) : coupling; }
  /// Returns the axis' share of the diagonal, which is two couplings in inner cells.
  KOKKOS_FORCEINLINE_FUNCTION A total(int i) const {
    return (i == first_side ? first_total : coupling) + (i == last_side ? last_total : coupling);
  }
};

template <class V> struct UniformColumn { V west, east, south, north, total; };
template <class A> struct UniformLayer { A low, high, total; };

template <class A> struct UniformBox {
  using Layer = UniformLayer<A>;
  UniformAxis<A> x, y, z;
  A inverse, cell; ///< 1 / the smoothers' diagonal, and the volume, of all cells

  explicit UniformBox(const BoxGrid<A>& g) {
    const BoxSpec& b = g.spec();
    const double hx = b.x.width(0), hy = b.y.width(0), hz = b.z.width(0);
    const double cx = coupling_of(b.x, hy * hz / hx), cy = coupling_of(b.y, hx * hz / hy),
                 cz = coupling_of(b.z, hx * hy / hz);
    x = axis(b.x, cx, g.partition().first_i);
    y = axis(b.y, cy, g.partition().first_j);
    z = axis(b.z, cz, 0);
    inverse = A(1.0 / (inner(b.x, cx) + inner(b.y, cy) + inner(b.z, cz)));
    cell = A(hx * hy * hz);
  }

  template <class V> KOKKOS_FORCEINLINE_FUNCTION UniformColumn<V> column(int i, int j) const {
    const A rows = y.total(j);
    UniformColumn<V> c{V(x.coupling), V(x.coupling), V(y.low(j)), V(y.high(j)),
                       V(x.coupling + x.coupling + rows)};
    const auto at_side = [&](int n) {
      c.west.set(n, x.low(i + n));
      c.east.set(n, x.high(i + n));
      c.total.set(n, x.total(i + n) + rows);
    };
    if constexpr (!on_host || V::width == 1) { // registers cannot be indexed
      ISOBAR_UNROLL
      for (int n = 0; n < V::width; ++n) at_side(n);
    } else {
      for (const int n : {x.first_side - i, x.last_side - i})
        if (n >= 0 && n < V::width) at_side(n);
    }
    return c;
  }
  KOKKOS_FORCEINLINE_FUNCTION UniformLayer<A> layer(int k) const {
    return {z.low(k), z.high(k), z.total(k)};
  }
  /// Returns the numbers of any layer that touches neither the bottom nor the top.
  KOKKOS_FORCEINLINE_FUNCTION UniformLayer<A> inner_layer() const {
    return {z.coupling, z.coupling, z.coupling + z.coupling};
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION BoxCouplings<V> couplings(const UniformColumn<V>& c,
                                                        const UniformLayer<A>& l) const {
    return {c.west, c.east, c.south, c.north, V(l.low), V(l.high)};
  }
  KOKKOS_FORCEINLINE_FUNCTION A southern(int, int, int j) const { return y.low(j); }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V total(const UniformColumn<V>& c, const UniformLayer<A>& l) const {
    return c.total + l.total;
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V inverse_total(const UniformColumn<V>& c,
                                              const UniformLayer<A>& l) const {
    return reciprocal(c.total + l.total);
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V inverse_diagonal(const UniformColumn<V>&,
                                                 const UniformLayer<A>&) const {
    return V(inverse);
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V volume(const UniformColumn<V>&, const UniformLayer<A>&) const {
    return V(cell);
  }

private:
  /// Returns the coupling of two neighbours. It is 0 on a periodic axis with a single cell, which is its own neighbour.
  static double coupling_of(const Axis& a, double of_neighbours) {
    return a.is_periodic() && a.cells() == 1 ? 0.0 : of_neighbours;
  }
  /// Returns a side's share of the diagonal. A Dirichlet side adds two couplings, as half a cell lies between it and the
  /// centre. A Neumann side adds none.
  static double held(Boundary side, double coupling) {
    return side == Boundary::dirichlet ? 2.0 * coupling : 0.0;
  }
  /// Returns an axis' share of the smoothers' diagonal (AxisNumber::inner).
  static double inner(const Axis& a, double coupling) {
    return a.cells() > 1 ? 2.0 * coupling : held(a.low, coupling) + held(a.high, coupling);
  }
  static UniformAxis<A> axis(const Axis& a, double coupling, int first) {
    constexpr int out_of_reach = -(1 << 30);
    if (a.is_periodic()) return {A(coupling), out_of_reach, out_of_reach, A(0), A(0)};
    return {A(coupling), -first, a.cells() - 1 - first, A(held(a.low, coupling)),
            A(held(a.high, coupling))};
  }
};

template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_box(const UniformColumn<V>& c, const UniformLayer<A>& l,
                                        const Window<V>& u) {
  return (c.total + l.total) * u.centre - coupling(c, u.west, u.east, u.south, u.north) -
         (l.low * u.below + l.high * u.above);
}

/// Calls use(box) with the box as kernels read it.
template <class A, class Use> void with_box(const BoxGrid<A>& grid, const Use& use) {
  if (grid.is_uniform()) use(UniformBox<A>(grid));
  else use(BoxCells<A>(grid));
}

} // namespace isobar
