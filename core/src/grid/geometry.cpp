#include <isobar/core/grid/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using Point = std::array<double, 3>;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Area of a spherical triangle from tan(E/2) = a.(b x c) / (1 + a.b + b.c + c.a). The triple
/// product is taken of differences: cells are small, and a.(b x c) itself would lose digits.
double triangle(const Point& a, const Point& b, const Point& c) {
  const double volume = std::abs(dot(a, cross(minus(b, a), minus(c, a))));
  return 2.0 * std::atan2(volume, 1.0 + dot(a, b) + dot(b, c) + dot(c, a));
}

} // namespace

double mesh_width(Domain domain, int global_nx, int global_ny) {
  const double side = domain == Domain::panel ? std::numbers::pi / 2.0 : 1.0;
  return side / std::max(global_nx, global_ny);
}

HorizontalGeometry::HorizontalGeometry(Domain domain, int global_nx, int global_ny, ColumnWidths x,
                                       ColumnWidths y)
    : domain_(domain), nx_(global_nx), ny_(global_ny), x_{global_nx, x}, y_{global_ny, y} {}

HorizontalGeometry::Point HorizontalGeometry::point(double i, double j) const {
  if (domain_ == Domain::flat) return {x_.place(i), y_.place(j), 0.0};
  // Uniform in the gnomonic coordinates, not equiangular: the papers' iteration counts need it.
  const double xi = 2.0 * x_.place(i) - 1.0, eta = 2.0 * y_.place(j) - 1.0;
  const double norm = std::sqrt(1.0 + xi * xi + eta * eta);
  return {xi / norm, eta / norm, 1.0 / norm};
}

double HorizontalGeometry::distance(double i0, double j0, double i1, double j1) const {
  const Point a = point(i0, j0), b = point(i1, j1), d = minus(a, b);
  const double chord = std::sqrt(dot(d, d));
  return domain_ == Domain::flat ? chord : 2.0 * std::asin(0.5 * chord);
}

double HorizontalGeometry::area(int i, int j) const {
  if (domain_ == Domain::flat)
    return (x_.place(i + 1) - x_.place(i)) * (y_.place(j + 1) - y_.place(j));
  const Point sw = point(i, j), se = point(i + 1, j), nw = point(i, j + 1),
              ne = point(i + 1, j + 1);
  return triangle(sw, se, ne) + triangle(sw, ne, nw);
}

double HorizontalGeometry::west(int i, int j) const {
  const double from = i == 0 ? i : i - 0.5, to = i == nx_ ? i : i + 0.5;
  return distance(i, j, i, j + 1) / distance(from, j + 0.5, to, j + 0.5);
}

double HorizontalGeometry::south(int i, int j) const {
  const double from = j == 0 ? j : j - 0.5, to = j == ny_ ? j : j + 0.5;
  return distance(i, j, i + 1, j) / distance(i + 0.5, from, i + 0.5, to);
}

} // namespace isobar
