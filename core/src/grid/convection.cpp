#include <isobar/core/grid/convection.hpp>

#include "base/refuse.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace isobar {
namespace {

/// Returns the component's function of the height in layer k, or 0 if there is none.
double at_layer(const ConvectionComponent& c, int k) {
  if (c.absent()) return 0.0;
  return c.profile.empty() ? 1.0 : c.profile[std::size_t(k)];
}

/// Returns the component's function of the horizontal position. Throws std::invalid_argument at a
/// number that is not finite.
double at_column(const ConvectionComponent& c, const char* name, int i, int j) {
  if (c.absent()) return 0.0;
  const double value = c.field ? c.field(i, j) : 1.0;
  if (!std::isfinite(value))
    refuse(std::string("convection ") + name + ": " + std::to_string(value) + " in column (" +
           std::to_string(i) + ", " + std::to_string(j) + "), expected a finite number");
  return value;
}

void check_profile(const ConvectionComponent& c, const char* name, int nz) {
  const std::string what = std::string("convection ") + name + ": a profile of ";
  if (!c.profile.empty() && int(c.profile.size()) != nz)
    refuse(what + std::to_string(c.profile.size()) + " numbers, expected one for each of the " +
           std::to_string(nz) + " layers");
  if (!std::ranges::all_of(c.profile, [](double x) { return std::isfinite(x); }))
    refuse(what + "numbers that are not all finite");
}

/// Returns the factor by which the image beyond a side differs from the cell beside it.
double image(Boundary side) { return side == Boundary::dirichlet ? -1.0 : 1.0; }

/// The weights of a central difference u_after - u_before.
struct Difference {
  double before, centre, after;
};
/// Returns the weights for a cell. In: `first` and `last`, whether there is no cell before it, or
/// after it.
Difference difference(bool first, Boundary before, bool last, Boundary after) {
  return {first ? 0.0 : -1.0, (last ? image(after) : 0.0) - (first ? image(before) : 0.0),
          last ? 0.0 : 1.0};
}

} // namespace

std::vector<ConvectionLayer<double>> convection_layers(const GridSpec& spec, const Convection& xi) {
  check_profile(xi.x, "x", spec.nz);
  check_profile(xi.y, "y", spec.nz);
  check_profile(xi.z, "z", spec.nz);
  const LayerMeasures measures(spec);
  const int nz = int(measures.volume.size());
  std::vector<ConvectionLayer<double>> layers;
  for (int k = 0; k < nz; ++k) {
    const double factor = -spec.physics.omega_squared * measures.volume[k];
    const double vertical = factor * at_layer(xi.z, k) / measures.span[k];
    const Difference d =
        difference(k == 0, spec.boundaries.bottom, k + 1 == nz, spec.boundaries.top);
    layers.push_back({factor * at_layer(xi.x, k), factor * at_layer(xi.y, k), vertical * d.before,
                      vertical * d.centre, vertical * d.after});
  }
  return layers;
}

ConvectionColumn<double> convection_column(const GridSpec& spec, const Partition& p,
                                           const Convection& xi, int i, int j) {
  const ColumnMeasures measures(spec, p);
  const Boundaries& b = spec.boundaries;
  const double area = measures.area(i, j);
  const double x = area * at_column(xi.x, "x", i, j) / measures.x_span(i, j);
  const double y = area * at_column(xi.y, "y", i, j) / measures.y_span(i, j);
  const Difference dx = difference(i == 0 && !b.periodic_x(), b.west,
                                   i + 1 == p.global_nx && !b.periodic_x(), b.east);
  const Difference dy = difference(j == 0 && !b.periodic_y(), b.south,
                                   j + 1 == p.global_ny && !b.periodic_y(), b.north);
  return {x * dx.before,
          x * dx.after,
          x * dx.centre,
          y * dy.before,
          y * dy.after,
          y * dy.centre,
          area * at_column(xi.z, "z", i, j)};
}

double convection_beyond(DomainSide side, double volume, double span, double omega_squared,
                         const Convection& xi, int i, int j, int k) {
  if (xi.absent()) return 0.0;
  const std::array components{&xi.x, &xi.y, &xi.z};
  const std::array names{"x", "y", "z"};
  const auto axis = std::size_t(axis_of(side));
  const double speed =
      at_layer(*components[axis], k) * at_column(*components[axis], names[axis], i, j);
  const double after = -omega_squared * volume * speed / span;
  return is_low(side) ? -after : after;
}

} // namespace isobar
