#include "pressure/problem/latlon.hpp"

#include <cmath>
#include <numbers>

namespace isobar {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// The cosine; exactly 0 at the poles, where that of a rounded angle is not.
double cosine(double latitude) {
  return std::abs(latitude) == 90.0 ? 0.0 : std::cos(degree * latitude);
}

} // namespace

LatLon::LatLon(const deck::Grid& g)
    : west(g.longitude[0]), east(g.longitude[1]), south(g.latitude[0]), north(g.latitude[1]),
      nx(g.nx), ny(g.ny) {}

/// The northern side is exact, so that a pole is.
double LatLon::latitude(double j) const {
  return j == ny ? north : south + (north - south) * j / ny;
}

std::array<double, 3> LatLon::on_unit_sphere(double i, double j) const {
  const double lon = degree * longitude(i), lat = latitude(j), c = cosine(lat);
  return {c * std::cos(lon), c * std::sin(lon), std::sin(degree * lat)};
}

std::shared_ptr<const ColumnGeometryFields> latlon_geometry(const LatLon& g, bool periodic_x) {
  const double width = degree * (g.east - g.west) / g.nx;
  const double height = degree * (g.north - g.south) / g.ny;
  ColumnGeometryFields fields;
  fields.area = [=](int, int j) {
    // sin b - sin a without the difference of two nearly equal numbers
    return 2.0 * width * std::cos(degree * g.latitude(j + 0.5)) * std::sin(0.5 * height);
  };
  fields.west_length = [=](int, int) { return height; };
  fields.west_distance = [=](int i, int j) {
    const bool side = !periodic_x && (i == 0 || i == g.nx);
    return (side ? 0.5 : 1.0) * width * std::cos(degree * g.latitude(j + 0.5));
  };
  fields.south_length = [=](int, int j) { return width * cosine(g.latitude(j)); };
  fields.south_distance = [=](int, int j) { return (j == 0 || j == g.ny ? 0.5 : 1.0) * height; };
  return std::make_shared<const ColumnGeometryFields>(fields);
}

} // namespace isobar
