#pragma once
#include "device/pack.hpp"
#include "fem/reference_element.hpp"

/// Device functions of an element that is not stored: its map and its stiffness matrix times u. V is a Pack: neighbouring
/// elements on a host, one element on a GPU. Nodes and points of the quadrature are numbered along x first.
namespace isobar {

inline constexpr int element_pack = on_host ? 8 : 1;
template <class T> using ElementPack = Pack<T, element_pack>;

/// The derivative of a map at a point of the quadrature: of x and y along both axes of the unit square.
template <class V> struct MapDerivative { V xx, xy, yx, yy; };

/// x = b s + c t + d s t, up to a shift, which no derivative sees: straight elements.
template <class V> struct BilinearMap {
  V bx, by, cx, cy, dx, dy;

  template <int K> KOKKOS_FORCEINLINE_FUNCTION MapDerivative<V> derivative(int p, int q) const {
    using T = typename V::value_type;
    const T s = T(ReferenceElement<K>::axis_place(p)), t = T(ReferenceElement<K>::axis_place(q));
    return {bx + t * dx, cx + s * dx, by + t * dy, cy + s * dy};
  }
};

/// The same by the biquadratic basis, from the nodes: elements with curved edges.
template <class V> struct BiquadraticMap {
  V x[9], y[9];

  template <int K> KOKKOS_FORCEINLINE_FUNCTION MapDerivative<V> derivative(int p, int q) const {
    using Axis = ReferenceElement<2>;
    using T = typename V::value_type;
    MapDerivative<V> d{};
    ISOBAR_UNROLL
    for (int j = 0; j < 3; ++j) ISOBAR_UNROLL
    for (int i = 0; i < 3; ++i) {
      const double s = Axis::axis_place(p), t = Axis::axis_place(q);
      const T along_x = T(Axis::axis_slope(i, s) * Axis::axis_value(j, t));
      const T along_y = T(Axis::axis_value(i, s) * Axis::axis_slope(j, t));
      d.xx = d.xx + along_x * x[3 * j + i];
      d.xy = d.xy + along_y * x[3 * j + i];
      d.yx = d.yx + along_x * y[3 * j + i];
      d.yy = d.yy + along_y * y[3 * j + i];
    }
    return d;
  }
};

/// `scale` times the gradient (x, y) in the unit square becomes the flux there: its product with
/// adj(D) adj(D)^T / det D, D the derivative of the map. Sizes of elements fall out of it, as always in the plane.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void to_flux(const MapDerivative<V>& d, const V& scale, V& x, V& y) {
  const V factor = scale * reciprocal(d.xx * d.yy - d.xy * d.yx);
  const V mixed = d.xx * d.xy + d.yx * d.yy;
  const V along_x = (d.xy * d.xy + d.yy * d.yy) * x - mixed * y;
  const V along_y = (d.xx * d.xx + d.yx * d.yx) * y - mixed * x;
  x = factor * along_x;
  y = factor * along_y;
}

/// r = A u of one element with the coefficient c, by the quadrature of the assembly and by axes one after the other
/// (sum factorisation).
template <int K, class Map, class V>
KOKKOS_FORCEINLINE_FUNCTION void element_product(const Map& map, const V& c, const V* u, V* r) {
  using Axis = ReferenceElement<K>;
  using T = typename V::value_type;
  constexpr int n = K + 1;
  const auto value = [](int i, int p) { return T(Axis::axis_value(i, Axis::axis_place(p))); };
  const auto slope = [](int i, int p) { return T(Axis::axis_slope(i, Axis::axis_place(p))); };
  V sums_x[n * n], sums_y[n * n]; // of fluxes, at (point along x, node along y)
  V values[n * n], slopes[n * n]; // of u, there
  ISOBAR_UNROLL
  for (int j = 0; j < n; ++j) ISOBAR_UNROLL
  for (int p = 0; p < n; ++p) {
    V at = value(0, p) * u[n * j], along = slope(0, p) * u[n * j];
    ISOBAR_UNROLL
    for (int i = 1; i < n; ++i) {
      at = at + value(i, p) * u[n * j + i];
      along = along + slope(i, p) * u[n * j + i];
    }
    values[n * j + p] = at;
    slopes[n * j + p] = along;
    sums_x[n * j + p] = sums_y[n * j + p] = V(T(0));
  }
  ISOBAR_UNROLL
  for (int q = 0; q < n; ++q) ISOBAR_UNROLL
  for (int p = 0; p < n; ++p) {
    V x = value(0, q) * slopes[p], y = slope(0, q) * values[p];
    ISOBAR_UNROLL
    for (int j = 1; j < n; ++j) {
      x = x + value(j, q) * slopes[n * j + p];
      y = y + slope(j, q) * values[n * j + p];
    }
    to_flux(map.template derivative<K>(p, q), T(Axis::axis_weight(p) * Axis::axis_weight(q)) * c, x,
            y);
    ISOBAR_UNROLL
    for (int j = 0; j < n; ++j) {
      sums_x[n * j + p] = sums_x[n * j + p] + value(j, q) * x;
      sums_y[n * j + p] = sums_y[n * j + p] + slope(j, q) * y;
    }
  }
  ISOBAR_UNROLL
  for (int j = 0; j < n; ++j) ISOBAR_UNROLL
  for (int i = 0; i < n; ++i) {
    V sum = slope(i, 0) * sums_x[n * j] + value(i, 0) * sums_y[n * j];
    ISOBAR_UNROLL
    for (int p = 1; p < n; ++p)
      sum = sum + (slope(i, p) * sums_x[n * j + p] + value(i, p) * sums_y[n * j + p]);
    r[n * j + i] = sum;
  }
}

} // namespace isobar
