#pragma once
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/unit_sphere.hpp>

#include <cmath>
#include <functional>
#include <numbers>

/// Functions of a point of the unit sphere, and their derivatives along great circles, for observed orders.
namespace isobar {

using SphereFunction = std::function<double(const SpherePoint&)>;

/// The point that lies `angle` from p in a direction at a right angle to it.
inline SpherePoint along(const SpherePoint& p, const SpherePoint& direction, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p.x + s * direction.x, c * p.y + s * direction.y, c * p.z + s * direction.z};
}
inline SpherePoint cross(const SpherePoint& a, const SpherePoint& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Two great circles that meet in p at a right angle.
struct TangentFrame {
  SpherePoint east, north;
  explicit TangentFrame(const SpherePoint& p)
      : east(onto_sphere(cross({0.3, 1.0, 0.2}, p))), north(cross(p, east)) {}
};

/// Derivatives along a great circle, by differences of order 4.
struct Along {
  double first, second;
  Along(const SphereFunction& f, const SpherePoint& p, const SpherePoint& direction) {
    constexpr double h = 0.01;
    const auto at = [&](double steps) { return f(along(p, direction, steps * h)); };
    const double near = at(1), far = at(2), back = at(-1), far_back = at(-2);
    first = (8.0 * (near - back) - (far - far_back)) / (12.0 * h);
    second = (16.0 * (near + back) - (far + far_back) - 30.0 * f(p)) / (12.0 * h * h);
  }
};

/// The centre of column (i, j) of a panel of n x n columns, which is around the z axis.
inline SpherePoint panel_centre(Domain domain, int i, int j, int n) {
  const auto gnomonic = [&](int column) {
    const double share = 2.0 * (column + 0.5) / n - 1.0;
    return domain == Domain::panel ? share : std::tan(std::numbers::pi / 4.0 * share);
  };
  return onto_sphere({gnomonic(i), gnomonic(j), 1.0});
}

} // namespace isobar
