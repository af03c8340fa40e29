#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

/// Device functions of the reference element, the unit square: nodes, basis and quadrature.
namespace isobar {

/// A place in the unit square.
struct Place {
  double x, y;
};

/// Lagrange elements of order K. Local nodes: corners counter-clockwise from (0, 0), then the midpoints of edges, then the
/// centre. The basis is the product of the bases of two axes, with nodes 0, 1 or 0, 1/2, 1.
template <int K> struct ReferenceElement {
  static constexpr int nodes = (K + 1) * (K + 1);
  static constexpr int corners = 4;

  /// along_x() and along_y() return the index of a node along an axis.
  KOKKOS_INLINE_FUNCTION static constexpr int along_x(int node) {
    constexpr int quadratic[] = {0, 2, 2, 0, 1, 2, 1, 0, 1};
    return quadratic[node] * K / 2;
  }
  KOKKOS_INLINE_FUNCTION static constexpr int along_y(int node) {
    constexpr int quadratic[] = {0, 0, 2, 2, 0, 1, 2, 1, 1};
    return quadratic[node] * K / 2;
  }
  KOKKOS_INLINE_FUNCTION static Place place(int node) {
    return {double(along_x(node)) / K, double(along_y(node)) / K};
  }
  KOKKOS_INLINE_FUNCTION static double value(int node, Place p) {
    return axis_value(along_x(node), p.x) * axis_value(along_y(node), p.y);
  }
  KOKKOS_INLINE_FUNCTION static Place gradient(int node, Place p) {
    const int i = along_x(node), j = along_y(node);
    return {axis_slope(i, p.x) * axis_value(j, p.y), axis_value(i, p.x) * axis_slope(j, p.y)};
  }

  /// Gauss points, K + 1 on each axis: exact for the stiffness matrix of parallelograms.
  static constexpr int quadrature_points = nodes;
  KOKKOS_INLINE_FUNCTION static Place quadrature_place(int q) {
    return {axis_place(q % (K + 1)), axis_place(q / (K + 1))};
  }
  KOKKOS_INLINE_FUNCTION static double quadrature_weight(int q) {
    return axis_weight(q % (K + 1)) * axis_weight(q / (K + 1));
  }

  /// Returns where a place of child c of a refined element lies in the element.
  KOKKOS_INLINE_FUNCTION static Place in_parent(int child, Place p);

  /// These functions return the basis of an axis and its slopes at s in [0, 1], and the Gauss points and weights of [0, 1].
  KOKKOS_INLINE_FUNCTION static constexpr double axis_value(int i, double s) {
    if constexpr (K == 1) return i == 0 ? 1.0 - s : s;
    else
      return i == 0   ? (1.0 - s) * (1.0 - 2.0 * s)
             : i == 1 ? 4.0 * s * (1.0 - s)
                      : s * (2.0 * s - 1.0);
  }
  KOKKOS_INLINE_FUNCTION static constexpr double axis_slope(int i, double s) {
    if constexpr (K == 1) return i == 0 ? -1.0 : 1.0;
    else return i == 0 ? 4.0 * s - 3.0 : i == 1 ? 4.0 - 8.0 * s : 4.0 * s - 1.0;
  }
  KOKKOS_INLINE_FUNCTION static constexpr double axis_place(int q) {
    constexpr double half =
        K == 1 ? 0.28867513459481288 : 0.38729833462074169; // sqrt(1/12), sqrt(3/20)
    return 0.5 + half * (K == 1 ? 2 * q - 1 : q - 1);
  }
  KOKKOS_INLINE_FUNCTION static constexpr double axis_weight(int q) {
    if constexpr (K == 1) return 0.5;
    else return (q == 1 ? 8.0 : 5.0) / 18.0;
  }
};

/// A basis function is 0 at unknowns other than its own, up to this rounding.
inline constexpr double no_value = 1e-12;
KOKKOS_INLINE_FUNCTION bool is_zero(double value) { return value > -no_value && value < no_value; }

/// Returns where a place of child c of a refined element lies in the element. The child's first corner is the element's corner
/// c, and its sides go towards the corners c + 1 and c - 1.
KOKKOS_INLINE_FUNCTION Place in_parent(int child, Place p) {
  const auto corner = [](int c) { return ReferenceElement<1>::place(c % 4); };
  const Place here = corner(child), next = corner(child + 1), last = corner(child + 3);
  return {here.x + 0.5 * (p.x * (next.x - here.x) + p.y * (last.x - here.x)),
          here.y + 0.5 * (p.x * (next.y - here.y) + p.y * (last.y - here.y))};
}

template <int K> KOKKOS_INLINE_FUNCTION Place ReferenceElement<K>::in_parent(int child, Place p) {
  return isobar::in_parent(child, p);
}

} // namespace isobar
