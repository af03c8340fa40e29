#pragma once
#include "fem/macro_geometry.hpp"

/// Device functions of the term k u inside macro elements, whose matrix is not stored.
namespace isobar {

/// Adds k times the mass matrix of one element times u to r, by the quadrature of the assembly and axis by axis (sum
/// factorisation). The integrals include the determinant of the map, so that k is in the map's unit of length. Order 1 has
/// these operations, if fused ones count once: values 12, determinants and weights 20, sums 16.
template <int K, class Map, class V>
KOKKOS_FORCEINLINE_FUNCTION void add_mass_product(const Map& map, const V& k, const V* u, V* r) {
  using Axis = ReferenceElement<K>;
  using T = typename V::value_type;
  constexpr int n = K + 1;
  const auto value = [](int i, int p) { return T(Axis::axis_value(i, Axis::axis_place(p))); };
  V values[n * n], sums[n * n]; // of u and of k u, at (point along x, node along y)
  ISOBAR_UNROLL
  for (int j = 0; j < n; ++j) ISOBAR_UNROLL
  for (int p = 0; p < n; ++p) {
    V at = value(0, p) * u[n * j];
    ISOBAR_UNROLL
    for (int i = 1; i < n; ++i) at = at + value(i, p) * u[n * j + i];
    values[n * j + p] = at;
    sums[n * j + p] = V(T(0));
  }
  ISOBAR_UNROLL
  for (int q = 0; q < n; ++q) ISOBAR_UNROLL
  for (int p = 0; p < n; ++p) {
    V at = value(0, q) * values[p];
    ISOBAR_UNROLL
    for (int j = 1; j < n; ++j) at = at + value(j, q) * values[n * j + p];
    const MapDerivative<V> d = map.template derivative<K>(p, q);
    const T weight = T(Axis::axis_weight(p) * Axis::axis_weight(q));
    const V term = (d.xx * d.yy - d.xy * d.yx) * (weight * k * at);
    ISOBAR_UNROLL
    for (int j = 0; j < n; ++j) sums[n * j + p] = sums[n * j + p] + value(j, q) * term;
  }
  ISOBAR_UNROLL
  for (int j = 0; j < n; ++j) ISOBAR_UNROLL
  for (int i = 0; i < n; ++i) ISOBAR_UNROLL
  for (int p = 0; p < n; ++p) r[n * j + i] = r[n * j + i] + value(i, p) * sums[n * j + p];
}

/// MacroGeometry with a term k u. It is a type of its own, so that kernels without this term keep their registers.
template <class T> struct ReactingGeometry : MacroGeometry<T> {
  Kokkos::View<T*, MemorySpace> reaction; ///< k in the unit of the maps, elements row by row

  /// Throws what MacroGeometry throws.
  ReactingGeometry(const FemSpace& space, const FemCoefficients& coefficients)
      : MacroGeometry<T>(space, coefficients.diffusion),
        reaction(
            by_rows<T>(space.macro(), coefficients.reaction, 1.0 / (this->scale * this->scale))) {}

  Int64 bytes() const {
    return MacroGeometry<T>::bytes() + Int64(reaction.span()) * Int64(sizeof(T));
  }

  template <int K, class V>
  KOKKOS_FORCEINLINE_FUNCTION void product(const typename MacroGeometry<T>::template Patch<V>& p,
                                           int macro, int i, int j, const V* u, V* r) const {
    MacroGeometry<T>::template product<K>(p, macro, i, j, u, r);
    constexpr T part = T(1) / T(MacroGeometry<T>::patch * MacroGeometry<T>::patch);
    const V k = load<V>(reaction.data() + this->element(macro, i, j));
    const int column = i % this->patch, row = j % this->patch;
    // The map of straight elements has the unit of a patch, whose area is that of 64 elements.
    if (p.curved < 0) add_mass_product<K>(this->in_row(p.first, T(row)), part * k, u, r);
    else add_mass_product<K>(this->template with_points<K, V>(p.curved, column, row), k, u, r);
  }
};

} // namespace isobar
