#pragma once
#include "device/cells.hpp"
#include "device/stencil.hpp"

#include <isobar/core/box/box_grid.hpp>

/// Device functions for the matrix of a box (box_grid.hpp). They read the numbers of a pack of columns and of a layer, and
/// compute couplings from both.
namespace isobar {

/// The numbers of one axis as kernels read them. Cell 0 is this rank's first cell.
template <class A> struct AxisCells {
  const A* numbers;
  std::ptrdiff_t stride; ///< from one number of a cell to the next
  explicit AxisCells(const AxisTable<A>& table)
      : numbers(table.data() + axis_halo), stride(std::ptrdiff_t(table.stride(1))) {}
  /// In: `n`, an AxisNumber, or another name of the table's columns.
  template <class V, class N> KOKKOS_FORCEINLINE_FUNCTION V pack(N n, int i) const {
    return load<V>(numbers + int(n) * stride + i);
  }
  template <class N> KOKKOS_FORCEINLINE_FUNCTION A at(N n, int i) const {
    return numbers[int(n) * stride + i];
  }
};

/// The numbers of a pack of columns for all its layers: the horizontal couplings of a layer of height 1, and the areas.
template <class V> struct BoxColumn { V west, east, south, north, total, inner, area; };
/// The couplings of a cell with its six neighbours: the areas of the faces over the distances of the centres.
template <class V> struct BoxCouplings { V west, east, south, north, below, above; };
/// The numbers of a layer for all columns.
template <class A> struct BoxLayer { A height, low, high, total, inner; };

/// The matrix of a box with cells of any widths, read from the tables of the axes.
template <class A> struct BoxCells {
  using Layer = BoxLayer<A>;
  AxisCells<A> x, y, z;
  explicit BoxCells(const BoxGrid<A>& g) : x(g.x()), y(g.y()), z(g.z()) {}

  template <class V> KOKKOS_FORCEINLINE_FUNCTION BoxColumn<V> column(int i, int j) const {
    using enum AxisNumber;
    const V hx = x.template pack<V>(width, i);
    const A hy = y.at(width, j);
    return {hy * x.template pack<V>(low, i),
            hy * x.template pack<V>(high, i),
            y.at(low, j) * hx,
            y.at(high, j) * hx,
            hy * x.template pack<V>(total, i) + y.at(total, j) * hx,
            hy * x.template pack<V>(inner, i) + y.at(inner, j) * hx,
            hy * hx};
  }
  KOKKOS_FORCEINLINE_FUNCTION BoxLayer<A> layer(int k) const {
    using enum AxisNumber;
    return {z.at(width, k), z.at(low, k), z.at(high, k), z.at(total, k), z.at(inner, k)};
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION BoxCouplings<V> couplings(const BoxColumn<V>& c,
                                                        const BoxLayer<A>& l) const {
    return {l.height * c.west,  l.height * c.east, l.height * c.south,
            l.height * c.north, l.low * c.area,    l.high * c.area};
  }
  /// Returns the coupling of one cell with its southern neighbour.
  KOKKOS_FORCEINLINE_FUNCTION A southern(int i, int k, int j) const {
    using enum AxisNumber;
    return z.at(width, k) * (y.at(low, j) * x.at(width, i));
  }
  /// Returns the diagonal of A.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V total(const BoxColumn<V>& c, const BoxLayer<A>& l) const {
    return l.height * c.total + l.total * c.area;
  }
  /// 1 / the diagonal of A.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V inverse_total(const BoxColumn<V>& c, const BoxLayer<A>& l) const {
    return reciprocal(total(c, l));
  }
  /// Returns 1 / the diagonal in which mirror images count as neighbours (AxisNumber::inner).
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V inverse_diagonal(const BoxColumn<V>& c,
                                                 const BoxLayer<A>& l) const {
    return reciprocal(l.height * c.inner + l.inner * c.area);
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V volume(const BoxColumn<V>& c, const BoxLayer<A>& l) const {
    return l.height * c.area;
  }
};

/// Returns (A u)_ijk, integrated over the cell.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V apply_box(const BoxColumn<V>& c, const BoxLayer<A>& l,
                                        const Window<V>& u) {
  return l.height * (c.total * u.centre - coupling(c, u.west, u.east, u.south, u.north)) +
         c.area * (l.total * u.centre - (l.low * u.below + l.high * u.above));
}
/// The offsets from a cell to the cells below and above, in array elements. Beyond the bottom and the top, an offset leads to
/// the other end if z is periodic. Otherwise it leads back to the cell itself, which has no weight there.
struct VerticalSteps {
  std::ptrdiff_t layer, around; ///< to the next layer; to the last layer from the first one, or 0
  int top;

  VerticalSteps(std::ptrdiff_t layer, int nz, bool periodic)
      : layer(layer), around(periodic ? (nz - 1) * layer : 0), top(nz - 1) {}
  template <class S, class A>
  VerticalSteps(const Field<S>& u, const BoxGrid<A>& grid)
      : VerticalSteps(u.layer_stride(), u.shape().nz, grid.spec().z.is_periodic()) {}
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t below(int k) const { return k > 0 ? -layer : around; }
  KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t above(int k) const {
    return k < top ? layer : -around;
  }
};

/// Reads u of a pack of cells and of its neighbours from memory, halo cells included. p points to the cell on layer k.
template <class V, class S>
KOKKOS_FORCEINLINE_FUNCTION Window<V> box_window(const S* p, std::ptrdiff_t row,
                                                 const VerticalSteps& steps, int k) {
  return {load<V>(p),
          load<V>(p - 1),
          load<V>(p + 1),
          load<V>(p - row),
          load<V>(p + row),
          load<V>(p + steps.below(k)),
          load<V>(p + steps.above(k))};
}

} // namespace isobar
