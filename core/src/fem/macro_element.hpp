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

/// The map of straight elements, x = b s + c t + d s t. It leaves out a shift, which has no effect on derivatives.
template <class V> struct BilinearMap {
  V bx, by, cx, cy, dx, dy;

  template <int K> KOKKOS_FORCEINLINE_FUNCTION MapDerivative<V> derivative(int p, int q) const {
    using T = typename V::value_type;
    const T s = T(ReferenceElement<K>::axis_place(p)), t = T(ReferenceElement<K>::axis_place(q));
    return {bx + t * dx, cx + s * dx, by + t * dy, cy + s * dy};
  }
};

/// The map of elements with curved edges, from their nodes by the biquadratic basis.
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

/// Turns the gradient (x, y) in the unit square into the flux there: `scale` adj(D) adj(D)^T / det D times the gradient. D is
/// the derivative of the map. The flux does not depend on the size of the element, as always in the plane.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void to_flux(const MapDerivative<V>& d, const V& scale, V& x, V& y) {
  const V factor = scale * reciprocal(d.xx * d.yy - d.xy * d.yx);
  const V mixed = d.xx * d.xy + d.yx * d.yy;
  const V along_x = (d.xy * d.xy + d.yy * d.yy) * x - mixed * y;
  const V along_y = (d.xx * d.xx + d.yx * d.yx) * y - mixed * x;
  x = factor * along_x;
  y = factor * along_y;
}

/// Computes c over each of four numbers of similar size. In double, one reciprocal serves all four: this takes as many
/// operations as four reciprocals, and on a host a single division. In float, a reciprocal is an estimate, and the product of
/// four numbers would be 0 for elements below 1e-5.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void quotients(const V& c, const V (&x)[4], V (&r)[4]) {
  if constexpr (sizeof(typename V::value_type) == sizeof(float)) {
    ISOBAR_UNROLL
    for (int n = 0; n < 4; ++n) r[n] = c * reciprocal(x[n]);
  } else {
    const V first = x[0] * x[1], second = x[2] * x[3], all = c * reciprocal(first * second);
    const V of_first = all * second, of_second = all * first;
    r[0] = of_first * x[1];
    r[1] = of_first * x[0];
    r[2] = of_second * x[3];
    r[3] = of_second * x[2];
  }
}

/// Computes element_product() of order 1. The derivatives of u and of the map along s are linear in
/// t alone, and those along t are linear in s. So each derivative has two values at the four
/// points. Fluxes are summed along the lines of points, and these sums are weighted for the four
/// sides. The function has 89 operations, if fused ones count once; the product axis by axis has
/// 120. The 89 operations are: u 8, map 8, lengths and products of its derivatives 16, determinants
///   8, quotients 13. Fluxes have 16, their sums 8, sides and nodes 12. In float, quotients are 8,
///   four of them estimates.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void bilinear_product(const BilinearMap<V>& m, const V& c, const V* u,
                                                  V* r) {
  using T = typename V::value_type;
  using Axis = ReferenceElement<1>;
  const T at[] = {T(Axis::axis_place(0)), T(Axis::axis_place(1))};
  const V us = u[1] - u[0], ut = u[2] - u[0], twist = u[3] - u[2] - us;
  V xs[2], ys[2], xt[2], yt[2], ss[2], tt[2], along_s[2], along_t[2];
  ISOBAR_UNROLL
  for (int n = 0; n < 2; ++n) {
    xs[n] = m.bx + at[n] * m.dx;
    ys[n] = m.by + at[n] * m.dy;
    xt[n] = m.cx + at[n] * m.dx;
    yt[n] = m.cy + at[n] * m.dy;
    ss[n] = xs[n] * xs[n] + ys[n] * ys[n];
    tt[n] = xt[n] * xt[n] + yt[n] * yt[n];
    along_s[n] = us + at[n] * twist;
    along_t[n] = ut + at[n] * twist;
  }
  V determinants[4], factors[4], sums_s[2], sums_t[2];
  ISOBAR_UNROLL
  for (int n = 0; n < 4; ++n) determinants[n] = xs[n / 2] * yt[n % 2] - xt[n % 2] * ys[n / 2];
  quotients(c, determinants, factors);
  ISOBAR_UNROLL
  for (int q = 0; q < 2; ++q) ISOBAR_UNROLL
  for (int p = 0; p < 2; ++p) {
    const V mixed = xs[q] * xt[p] + ys[q] * yt[p], &factor = factors[2 * q + p];
    const V flux_s = tt[p] * along_s[q] - mixed * along_t[p];
    const V flux_t = ss[q] * along_t[p] - mixed * along_s[q];
    sums_s[q] = p == 0 ? factor * flux_s : sums_s[q] + factor * flux_s;
    sums_t[p] = q == 0 ? factor * flux_t : sums_t[p] + factor * flux_t;
  }
  // The weight of a point is 1/4. A node gets the sum for the side before it, minus the sum for the side after it.
  const T low = T(0.25) * at[0], high = T(0.25) * at[1];
  const V bottom = high * sums_s[0] + low * sums_s[1], right = low * sums_t[0] + high * sums_t[1],
          top = (-low) * sums_s[0] - high * sums_s[1], left = (-high) * sums_t[0] - low * sums_t[1];
  r[0] = left - bottom;
  r[1] = bottom - right;
  r[2] = top - left;
  r[3] = right - top;
}

/// Computes r = A u of one element with the coefficient c, by the quadrature of the assembly. Order 2 takes one axis after the
/// other (sum factorisation).
template <int K, class Map, class V>
KOKKOS_FORCEINLINE_FUNCTION void element_product(const Map& map, const V& c, const V* u, V* r) {
  if constexpr (K == 1) return bilinear_product(map, c, u, r);
  using Axis = ReferenceElement<K>;
  using T = typename V::value_type;
  constexpr int n = K + 1;
  const auto value = [](int i, int p) { return T(Axis::axis_value(i, Axis::axis_place(p))); };
  const auto slope = [](int i, int p) { return T(Axis::axis_slope(i, Axis::axis_place(p))); };
  V sums_x[n * n], sums_y[n * n]; // of fluxes, at (point along x, node along y)
  V values[n * n], slopes[n * n]; // of u, at the same places
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
