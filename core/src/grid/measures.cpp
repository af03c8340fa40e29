#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/measures.hpp>

#include <cmath>

namespace isobar {
namespace {

const ColumnGeometryFields* own_geometry(const GridSpec& spec) {
  return spec.columns ? spec.columns->geometry.get() : nullptr;
}

} // namespace

ColumnMeasures::ColumnMeasures(const GridSpec& spec, const Partition& p) : spec_(spec), part_(p) {}

double ColumnMeasures::area(int i, int j) const {
  if (const auto* own = own_geometry(spec_)) return own->area(i, j);
  return HorizontalGeometry(spec_.domain, part_.global_nx, part_.global_ny).area(i, j);
}

double ColumnMeasures::x_span(int i, int j) const { return x_step(i, j) + x_step(i + 1, j); }
double ColumnMeasures::y_span(int i, int j) const { return y_step(i, j) + y_step(i, j + 1); }

/// The user's own distance across a periodic side is that of two centres already.
double ColumnMeasures::x_step(int i, int j) const {
  const bool side = i == 0 || i == part_.global_nx;
  if (const auto* own = own_geometry(spec_))
    return (side && !spec_.boundaries.periodic_x() ? 2.0 : 1.0) * own->west_distance(i, j);
  const double west = i == 0 ? 0.0 : i - 0.5, east = i == part_.global_nx ? i : i + 0.5;
  return (side ? 2.0 : 1.0) * distance(west, j + 0.5, east, j + 0.5);
}

double ColumnMeasures::y_step(int i, int j) const {
  const bool side = j == 0 || j == part_.global_ny;
  if (const auto* own = own_geometry(spec_))
    return (side && !spec_.boundaries.periodic_y() ? 2.0 : 1.0) * own->south_distance(i, j);
  const double south = j == 0 ? 0.0 : j - 0.5, north = j == part_.global_ny ? j : j + 0.5;
  return (side ? 2.0 : 1.0) * distance(i + 0.5, south, i + 0.5, north);
}

/// Between two points in columns from the domain's south-west corner; on the panel uniform in the
/// gnomonic coordinates, as HorizontalGeometry is.
double ColumnMeasures::distance(double x0, double y0, double x1, double y1) const {
  const double nx = part_.global_nx, ny = part_.global_ny;
  if (spec_.domain == Domain::flat) return std::hypot((x1 - x0) / nx, (y1 - y0) / ny);
  const double a = 2.0 * x0 / nx - 1.0, b = 2.0 * y0 / ny - 1.0;
  const double c = 2.0 * x1 / nx - 1.0, d = 2.0 * y1 / ny - 1.0;
  // The tangent of the angle between (a, b, 1) and (c, d, 1): |cross product| / scalar product.
  const double cross = std::hypot(b - d, c - a, a * d - b * c);
  return std::atan2(cross, a * c + b * d + 1.0);
}

LayerMeasures::LayerMeasures(const GridSpec& spec) : volume(layer_volumes(spec)) {
  const LayerHeights heights(spec);
  const int nz = heights.layers();
  for (int k = 0; k < nz; ++k)
    thickness.push_back(heights.length(heights.step(k + 1) - heights.step(k)));
  for (int k = 0; k < nz; ++k) {
    const double below = thickness[k > 0 ? k - 1 : k], above = thickness[k + 1 < nz ? k + 1 : k];
    span.push_back(0.5 * (below + above) + thickness[k]);
  }
}

GridSpec geometry_alone(GridSpec spec) {
  spec.profiles.alpha_h.clear();
  spec.profiles.alpha_v.clear();
  spec.profiles.beta.clear();
  if (spec.columns)
    spec.columns =
        spec.columns->geometry
            ? std::make_shared<const ColumnFields>(ColumnFields{{}, {}, {}, spec.columns->geometry})
            : nullptr;
  return spec;
}

} // namespace isobar
