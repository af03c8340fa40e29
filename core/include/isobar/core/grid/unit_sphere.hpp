#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <cmath>
#include <numbers>

/// Points and areas on the unit sphere, on hosts and devices.
namespace isobar {

/// A point or a vector in space.
struct SpherePoint {
  double x, y, z;
};
/// The vector a - b.
KOKKOS_INLINE_FUNCTION SpherePoint minus(const SpherePoint& a, const SpherePoint& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
/// The scalar product a . b.
KOKKOS_INLINE_FUNCTION double dot(const SpherePoint& a, const SpherePoint& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// The triple product a . (b x c).
KOKKOS_INLINE_FUNCTION double triple(const SpherePoint& a, const SpherePoint& b,
                                     const SpherePoint& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}
/// The point of the sphere in the direction of p.
KOKKOS_INLINE_FUNCTION SpherePoint onto_sphere(const SpherePoint& p) {
  const double factor = 1.0 / std::sqrt(dot(p, p));
  return {factor * p.x, factor * p.y, factor * p.z};
}

/// The coordinate xi or eta of a grid line of an equiangular panel. `share` goes from -1 on one
/// side to 1 on the other.
KOKKOS_INLINE_FUNCTION double gnomonic_of_share(double share) {
  return std::tan(0.25 * std::numbers::pi * share);
}

/// The cosine and the sine of half the area E of a spherical triangle, times a common factor. Here
/// tan(E/2) = a.(b x c) / (1 + a.b + b.c + c.a). The triple product comes from differences, because
/// cells are small and a.(b x c) itself would lose digits.
struct HalfArea {
  double cosine, sine;
  KOKKOS_INLINE_FUNCTION HalfArea(const SpherePoint& a, const SpherePoint& b, const SpherePoint& c)
      : cosine(1.0 + dot(a, b) + dot(b, c) + dot(c, a)),
        sine(std::abs(triple(a, minus(b, a), minus(c, a)))) {}
};
/// The area between four great circles, from its corners. It consists of two triangles. Their half
/// areas add up as the angles in a product of complex numbers.
KOKKOS_INLINE_FUNCTION double quadrilateral(const SpherePoint& sw, const SpherePoint& se,
                                            const SpherePoint& nw, const SpherePoint& ne) {
  const HalfArea s(sw, se, ne), n(sw, ne, nw);
  return 2.0 *
         std::atan2(s.cosine * n.sine + s.sine * n.cosine, s.cosine * n.cosine - s.sine * n.sine);
}

/// The metric at a vertex of a grid, from the four nodes around it: the coefficients of (du/da)^2,
/// (du/db)^2 and 2 du/da du/db. Index i grows in direction a, and j in direction b. The metric
/// satisfies aa bb - ab^2 = 1.
struct VertexMetric {
  double aa, bb, ab;
};
/// Returns the metric from the south-western, south-eastern, north-western and north-eastern node.
KOKKOS_INLINE_FUNCTION VertexMetric vertex_metric(const SpherePoint& sw, const SpherePoint& se,
                                                  const SpherePoint& nw, const SpherePoint& ne) {
  const SpherePoint rising = minus(ne, sw), falling = minus(se, nw);
  const SpherePoint a{0.5 * (falling.x + rising.x), 0.5 * (falling.y + rising.y),
                      0.5 * (falling.z + rising.z)};
  const SpherePoint b{0.5 * (rising.x - falling.x), 0.5 * (rising.y - falling.y),
                      0.5 * (rising.z - falling.z)};
  const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
  const double area = std::sqrt(aa * bb - ab * ab);
  return {bb / area, aa / area, -ab / area};
}

} // namespace isobar
