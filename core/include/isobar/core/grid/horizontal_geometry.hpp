#pragma once
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/grid/unit_sphere.hpp>

#include <cmath>

namespace isobar {

/// Computes areas of horizontal cells and transmissibilities of their edges on one level, from
/// global column indices, in double, on the host and on devices.
///
///     transmissibility(T, T') = length of the shared edge / distance of the cell centres
///
/// Lengths on the panel are those of great circles. On a side of the domain, the Dirichlet value is
/// on the edge itself, so the distance is from the centre to the edge. A periodic side is an edge
/// between the first and the last columns. The two-point flux ignores that gnomonic cells are not
/// orthogonal, as the papers' flux does (docs/discretisation.md).
class HorizontalGeometry {
public:
  HorizontalGeometry(Domain domain, int global_nx, int global_ny, ColumnWidths x_widths = {},
                     ColumnWidths y_widths = {}, const Boundaries& sides = {})
      : domain_(domain), x_(global_nx, x_widths, sides.west, sides.east),
        y_(global_ny, y_widths, sides.south, sides.north) {}

  /// The area of column (i, j).
  KOKKOS_FUNCTION double area(int i, int j) const;
  /// The transmissibility of the western edge of column (i, j), i = 0..n_x; i = n_x is the eastern
  /// side of the domain.
  KOKKOS_FUNCTION double west(int i, int j) const;
  /// The transmissibility of the southern edge of column (i, j), j = 0..n_y.
  KOKKOS_FUNCTION double south(int i, int j) const;
  /// The metric at the south-western corner of column (i, j), i = 0..n_x, j = 0..n_y. It comes from
  /// the centres of the four columns around the corner. On a side of the domain, its nodes are the
  /// middles of the columns' edges, and at a corner of the domain the corner itself. On a closed
  /// side they are the columns' mirror images, so that nothing couples across the side. At a corner
  /// of two closed sides nothing couples at all.
  KOKKOS_FUNCTION VertexMetric vertex(int i, int j) const;
  /// The distance between the centres on both sides of the western edge, or from the centre to the
  /// side of the domain.
  KOKKOS_FUNCTION double west_distance(int i, int j) const;
  /// The same distance for the southern edge.
  KOKKOS_FUNCTION double south_distance(int i, int j) const;

private:
  /// The positions of columns along an axis of the domain. The unit is a column of the finest
  /// level.
  struct Axis {
    int columns;
    ColumnWidths widths;
    bool periodic, closed_low, closed_high;
    Axis(int columns, ColumnWidths widths, Boundary low, Boundary high)
        : columns(columns), widths(widths), periodic(low == Boundary::periodic),
          closed_low(low == Boundary::neumann), closed_high(high == Boundary::neumann) {}
    /// Whether an edge is a side through which nothing flows.
    KOKKOS_FUNCTION bool is_closed(int i) const {
      return (i == 0 && closed_low) || (i == columns && closed_high);
    }
    /// The middle of the column inside a closed side.
    KOKKOS_FUNCTION double inside(int i) const { return middle(i == 0 ? 0 : i - 1); }
    KOKKOS_FUNCTION int length() const { return (columns - 1) * widths.regular + widths.last; }
    KOKKOS_FUNCTION double edge(int i) const {
      return i == columns ? length() : double(i) * widths.regular;
    }
    /// The centre of column i. Columns beyond the domain have no width, and their centre is on the
    /// domain's side. Beyond a periodic side, the column is the one at the other end.
    KOKKOS_FUNCTION double centre(int i) const {
      if (i < 0) return periodic ? middle(columns - 1) - length() : 0.0;
      if (i == columns) return periodic ? middle(0) + length() : length();
      return middle(i);
    }
    KOKKOS_FUNCTION double middle(int i) const { return 0.5 * (edge(i) + edge(i + 1)); }
    /// A periodic axis' last edge is its first one, with the same number to the last bit.
    KOKKOS_FUNCTION int same_edge(int i) const { return periodic && i == columns ? 0 : i; }
  };

  /// The coordinate xi or eta at a share from -1 to 1 of the grid lines. Grid lines on the papers'
  /// panel are uniform, which their iteration counts need.
  KOKKOS_FUNCTION double gnomonic(double share) const {
    return domain_ == Domain::equiangular_panel ? gnomonic_of_share(share) : share;
  }
  KOKKOS_FUNCTION SpherePoint point(double x, double y) const;
  KOKKOS_FUNCTION double distance(double x0, double y0, double x1, double y1) const;
  /// Replaces a point by its mirror image beyond a side. The side is a great circle of the panel,
  /// and `along` is the coordinate across the side.
  KOKKOS_FUNCTION void mirror(double& along, double& z, bool high) const {
    const double before = along, sign = high ? 1.0 : -1.0;
    along = domain_ == Domain::flat ? 1.0 + sign - before : sign * z;
    if (domain_ != Domain::flat) z = sign * before;
  }
  Domain domain_;
  Axis x_, y_;
};

/// The point at (x, y), in columns of the finest level from the domain's south-western corner.
KOKKOS_INLINE_FUNCTION SpherePoint HorizontalGeometry::point(double x, double y) const {
  if (domain_ == Domain::flat) return {x / x_.length(), y / y_.length(), 0.0};
  const double xi = gnomonic(2.0 * x / x_.length() - 1.0),
               eta = gnomonic(2.0 * y / y_.length() - 1.0);
  const double factor = 1.0 / std::sqrt(1.0 + xi * xi + eta * eta); // onto the sphere
  return {factor * xi, factor * eta, factor};
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::distance(double x0, double y0, double x1,
                                                           double y1) const {
  const SpherePoint d = minus(point(x0, y0), point(x1, y1));
  const double chord = std::sqrt(dot(d, d));
  return domain_ == Domain::flat ? chord : 2.0 * std::asin(0.5 * chord);
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::area(int i, int j) const {
  const double x0 = x_.edge(i), x1 = x_.edge(i + 1), y0 = y_.edge(j), y1 = y_.edge(j + 1);
  if (domain_ == Domain::flat) return (x1 - x0) * (y1 - y0) / (double(x_.length()) * y_.length());
  return quadrilateral(point(x0, y0), point(x1, y0), point(x0, y1), point(x1, y1));
}

KOKKOS_INLINE_FUNCTION VertexMetric HorizontalGeometry::vertex(int i, int j) const {
  i = x_.same_edge(i);
  j = y_.same_edge(j);
  const double x0 = x_.centre(i - 1), x1 = x_.centre(i), y0 = y_.centre(j - 1), y1 = y_.centre(j);
  const bool closed_x = x_.is_closed(i), closed_y = y_.is_closed(j);
  if (closed_x && closed_y) return {0.0, 0.0, 0.0};
  if (closed_x) {
    const SpherePoint s = point(x_.inside(i), y0), n = point(x_.inside(i), y1);
    SpherePoint beyond_s = s, beyond_n = n;
    mirror(beyond_s.x, beyond_s.z, i != 0);
    mirror(beyond_n.x, beyond_n.z, i != 0);
    return {0.0, vertex_metric(beyond_s, s, beyond_n, n).bb, 0.0};
  }
  if (closed_y) {
    const SpherePoint w = point(x0, y_.inside(j)), e = point(x1, y_.inside(j));
    SpherePoint beyond_w = w, beyond_e = e;
    mirror(beyond_w.y, beyond_w.z, j != 0);
    mirror(beyond_e.y, beyond_e.z, j != 0);
    return {vertex_metric(beyond_w, beyond_e, w, e).aa, 0.0, 0.0};
  }
  return vertex_metric(point(x0, y0), point(x1, y0), point(x0, y1), point(x1, y1));
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::west_distance(int i, int j) const {
  i = x_.same_edge(i);
  const double y = y_.centre(j);
  return distance(x_.centre(i - 1), y, x_.centre(i), y);
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::south_distance(int i, int j) const {
  j = y_.same_edge(j);
  const double x = x_.centre(i);
  return distance(x, y_.centre(j - 1), x, y_.centre(j));
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::west(int i, int j) const {
  i = x_.same_edge(i);
  const double x = x_.edge(i);
  return distance(x, y_.edge(j), x, y_.edge(j + 1)) / west_distance(i, j);
}

KOKKOS_INLINE_FUNCTION double HorizontalGeometry::south(int i, int j) const {
  j = y_.same_edge(j);
  const double y = y_.edge(j);
  return distance(x_.edge(i), y, x_.edge(i + 1), y) / south_distance(i, j);
}

} // namespace isobar
