#pragma once
#include <isobar/core/grid/unit_sphere.hpp>

#include <numbers>

namespace isobar {

/// Sides of a panel or a patch.
enum class Side { west, east, south, north };
inline constexpr int side_count = 4;

/// The side of another panel that a panel's side meets. If it is reversed, position m along one
/// side meets n-1-m along the other.
struct PanelSide {
  int panel;
  Side side;
  bool reversed;
};
/// Returns the side that meets `side` of a panel. Panel p+1 lies east of an even panel p and north
/// of an odd one, modulo 6, as MITgcm and Oceananigans number them.
KOKKOS_INLINE_FUNCTION PanelSide beyond(int panel, Side side) {
  const bool even = panel % 2 == 0;
  const auto other = [panel](int steps, Side s, bool reversed) -> PanelSide {
    return {(panel + steps + 6) % 6, s, reversed};
  };
  switch (side) {
  case Side::east: return even ? other(1, Side::west, false) : other(2, Side::south, true);
  case Side::north: return even ? other(2, Side::west, true) : other(1, Side::south, false);
  case Side::west: return even ? other(-2, Side::north, true) : other(-1, Side::east, false);
  default: return even ? other(-1, Side::north, false) : other(-2, Side::east, true);
  }
}

/// A column of the sphere: its panel, and its indices there.
struct SphereColumn {
  int panel, i, j;
  bool operator==(const SphereColumn&) const = default;
};

/// The grid of one level: six gnomonic, equiangular panels of n x n columns that cover the unit
/// sphere. Indices -1 and n belong to columns beside a panel.
class CubedSphere {
public:
  KOKKOS_INLINE_FUNCTION explicit CubedSphere(int n) : n_(n) {}

  /// Whether the column does not exist: the fourth one around a corner of the cube.
  KOKKOS_INLINE_FUNCTION bool is_missing(int i, int j) const { return outside(i) && outside(j); }
  /// The column of the sphere at (i, j) of a panel, which may lie beside the panel. It must not be
  /// missing.
  KOKKOS_INLINE_FUNCTION SphereColumn column(int panel, int i, int j) const;
  KOKKOS_INLINE_FUNCTION SpherePoint centre(const SphereColumn& c) const {
    return point(c.panel, tangent(2 * c.i + 1), tangent(2 * c.j + 1));
  }
  /// The point at these fractions of a panel's sides.
  KOKKOS_INLINE_FUNCTION SpherePoint inside(int panel, double x, double y) const {
    return point(panel, tangent(2.0 * n_ * x), tangent(2.0 * n_ * y));
  }
  /// The area of a column.
  KOKKOS_INLINE_FUNCTION double area(const SphereColumn& c) const;
  /// The metric at the south-western corner of column (i, j), i, j = 0..n. Grid lines have a kink
  /// on edges of panels, and ab is 0 there. At a corner of the cube, three centres make a linear
  /// element, in which the coupling of each face is cot(60 degrees).
  KOKKOS_INLINE_FUNCTION VertexMetric vertex(int panel, int i, int j) const;

private:
  KOKKOS_INLINE_FUNCTION bool outside(int i) const { return i < 0 || i >= n_; }
  /// The tangent of the angle at a distance of `halves` half columns from the panel's side.
  KOKKOS_INLINE_FUNCTION double tangent(double halves) const {
    return std::tan((halves - n_) * (0.25 * std::numbers::pi / n_));
  }
  /// a and b are gnomonic coordinates in [-1, 1].
  KOKKOS_INLINE_FUNCTION static SpherePoint point(int panel, double a, double b) {
    switch (panel) {
    case 0: return onto_sphere({1.0, a, b});
    case 1: return onto_sphere({-a, 1.0, b});
    case 2: return onto_sphere({-a, -b, 1.0});
    case 3: return onto_sphere({-1.0, -b, -a});
    case 4: return onto_sphere({b, -1.0, -a});
    default: return onto_sphere({b, a, -1.0});
    }
  }

  int n_;
};

KOKKOS_INLINE_FUNCTION SphereColumn CubedSphere::column(int panel, int i, int j) const {
  if (!outside(i) && !outside(j)) return {panel, i, j};
  const Side from = i < 0 ? Side::west : i >= n_ ? Side::east : j < 0 ? Side::south : Side::north;
  const PanelSide to = beyond(panel, from);
  const int along = outside(i) ? j : i, m = to.reversed ? n_ - 1 - along : along;
  switch (to.side) {
  case Side::west: return {to.panel, 0, m};
  case Side::east: return {to.panel, n_ - 1, m};
  case Side::south: return {to.panel, m, 0};
  default: return {to.panel, m, n_ - 1};
  }
}

KOKKOS_INLINE_FUNCTION double CubedSphere::area(const SphereColumn& c) const {
  const double west = tangent(2 * c.i), east = tangent(2 * c.i + 2), south = tangent(2 * c.j),
               north = tangent(2 * c.j + 2);
  return quadrilateral(point(c.panel, west, south), point(c.panel, east, south),
                       point(c.panel, west, north), point(c.panel, east, north));
}

KOKKOS_INLINE_FUNCTION VertexMetric CubedSphere::vertex(int panel, int i, int j) const {
  const bool on_x = i == 0 || i == n_, on_y = j == 0 || j == n_;
  constexpr double cot60 = 0.57735026918962576;
  if (on_x && on_y) return {cot60, cot60, 0.0};
  const auto node = [&](int x, int y) { return centre(column(panel, x, y)); };
  VertexMetric metric =
      vertex_metric(node(i - 1, j - 1), node(i, j - 1), node(i - 1, j), node(i, j));
  if (on_x || on_y) metric.ab = 0.0;
  return metric;
}

} // namespace isobar
