#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/grid/coefficients.hpp>

#include <array>
#include <memory>

namespace isobar {

/// A grid of columns between meridians and parallels, at equal angles; angles in degrees.
struct LatLon {
  double west, east, south, north;
  int nx, ny;

  explicit LatLon(const deck::Grid& g);
  /// The longitude at i columns from the western side, and the
  /// latitude at j rows from the southern side.
  double longitude(double i) const { return west + (east - west) * i / nx; }
  double latitude(double j) const;
  /// That point as (x, y, z): x points to (0, 0), z to the north pole.
  std::array<double, 3> on_unit_sphere(double i, double j) const;
};

/// Areas, edges and distances on the unit sphere, x along parallels. The length of an edge is that of its arc; a distance
/// is taken along the parallel or the meridian through the centres. `periodic_x`: the western and the eastern side meet.
std::shared_ptr<const ColumnGeometryFields> latlon_geometry(const LatLon& grid, bool periodic_x);

} // namespace isobar
