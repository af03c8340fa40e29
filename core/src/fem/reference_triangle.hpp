#pragma once
#include "fem/reference_element.hpp"

/// Device functions of the reference triangle, with the corners (0, 0), (1, 0) and (0, 1).
namespace isobar {

/// Lagrange elements of order K on the reference triangle, P1 and P2. Local nodes: corners counter-clockwise, then the
/// midpoints of edges.
template <int K> struct ReferenceTriangle {
  static constexpr int nodes = (K + 1) * (K + 2) / 2;
  static constexpr int corners = 3;

  /// Returns barycentric coordinate c, which is 1 in corner c.
  KOKKOS_INLINE_FUNCTION static double barycentric(int c, Place p) {
    return c == 0 ? 1.0 - p.x - p.y : c == 1 ? p.x : p.y;
  }
  KOKKOS_INLINE_FUNCTION static Place slope(int c) {
    return c == 0 ? Place{-1.0, -1.0} : c == 1 ? Place{1.0, 0.0} : Place{0.0, 1.0};
  }
  KOKKOS_INLINE_FUNCTION static Place corner(int c) {
    return {c == 1 ? 1.0 : 0.0, c == 2 ? 1.0 : 0.0};
  }
  KOKKOS_INLINE_FUNCTION static Place middle(int edge) {
    const Place a = corner(edge % 3), b = corner((edge + 1) % 3);
    return {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
  }
  KOKKOS_INLINE_FUNCTION static Place place(int node) {
    return node < 3 ? corner(node) : middle(node - 3);
  }
  KOKKOS_INLINE_FUNCTION static double value(int node, Place p) {
    if constexpr (K == 1) return barycentric(node, p);
    else {
      if (node >= 3) return 4.0 * barycentric(node - 3, p) * barycentric((node - 2) % 3, p);
      const double l = barycentric(node, p);
      return l * (2.0 * l - 1.0);
    }
  }
  KOKKOS_INLINE_FUNCTION static Place gradient(int node, Place p) {
    if constexpr (K == 1) return slope(node);
    else {
      if (node >= 3) {
        const int a = node - 3, b = (node - 2) % 3;
        const double l = 4.0 * barycentric(a, p), m = 4.0 * barycentric(b, p);
        return {l * slope(b).x + m * slope(a).x, l * slope(b).y + m * slope(a).y};
      }
      const double factor = 4.0 * barycentric(node, p) - 1.0;
      return {factor * slope(node).x, factor * slope(node).y};
    }
  }

  /// Points and weights that are exact for products of two basis functions. Order 1 takes the midpoints of edges (degree 2),
  /// order 2 six points (degree 4; Dunavant, 1985). Weights add up to 1/2.
  static constexpr int quadrature_points = K == 1 ? 3 : 6;
  KOKKOS_INLINE_FUNCTION static Place quadrature_place(int q) {
    if constexpr (K == 1) return middle(q);
    else {
      const double at = q < 3 ? 0.44594849091596488632 : 0.09157621350977074346;
      const double other = 1.0 - 2.0 * at;
      return {q % 3 == 1 ? other : at, q % 3 == 2 ? other : at};
    }
  }
  KOKKOS_INLINE_FUNCTION static double quadrature_weight(int q) {
    if constexpr (K == 1) return 1.0 / 6.0;
    else return q < 3 ? 0.5 * 0.22338158967801146570 : 0.5 * 0.10995174365532186764;
  }

  /// Returns where a place of child c lies. A child c < 3 has the element's corner c as its first corner, and child 3 has the
  /// three midpoints as its corners.
  KOKKOS_INLINE_FUNCTION static Place in_parent(int child, Place p) {
    const Place a = child < 3 ? corner(child) : middle(0), b = middle(child < 3 ? child : 1),
                c = middle(child < 3 ? child + 2 : 2);
    const double l = barycentric(0, p);
    return {l * a.x + p.x * b.x + p.y * c.x, l * a.y + p.x * b.y + p.y * c.y};
  }
};

} // namespace isobar
