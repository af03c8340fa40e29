#include "pressure/problem/panel_places.hpp"

#include <isobar/core/grid/cubed_sphere.hpp>

#include <cmath>
#include <numbers>

namespace isobar {
namespace {

/// An angle in degrees.
double degrees(double radians) { return radians * (180.0 / std::numbers::pi); }

std::array<double, 2> place_on_panel(double xi, double eta) {
  return {degrees(std::atan(xi)), degrees(std::atan2(eta, std::sqrt(1.0 + xi * xi)))};
}

/// The place of a point, with the longitude nearest to `near`.
std::array<double, 2> place_on_sphere(const SpherePoint& p, double near) {
  const double east = degrees(std::atan2(p.y, p.x));
  return {east + 360.0 * std::round((near - east) / 360.0), degrees(std::asin(p.z))};
}

} // namespace

double gnomonic_coordinate(double columns_from_side, int columns) {
  return 2.0 * columns_from_side / columns - 1.0;
}
double equiangular_coordinate(double columns_from_side, int columns) {
  return 90.0 * columns_from_side / columns - 45.0;
}

std::array<double, 2> place_in_column(const deck::Grid& g, int i, int j, double x, double y) {
  if (!g.is_sphere()) {
    const auto coordinate = [&g](double columns, int all) {
      const double share = gnomonic_coordinate(columns, all);
      return g.is_equiangular() ? gnomonic_of_share(share) : share;
    };
    return place_on_panel(coordinate(i + x, g.nx), coordinate(j + y, g.ny));
  }
  const CubedSphere sphere(g.nx);
  const int panel = j / g.ny, row = j % g.ny;
  const double centre = place_on_sphere(sphere.centre({panel, i, row}), 0.0)[0];
  return place_on_sphere(sphere.inside(panel, (i + x) / g.nx, (row + y) / g.ny), centre);
}

} // namespace isobar
