#include "poisson/mode_columns.hpp"

#include "box/axis_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// Returns the eigenvalues of an axis, divided by h^2.
std::vector<double> scaled_eigenvalues(const Axis& axis, const char* name) {
  std::vector<double> values = eigenvalues(AxisModes::of(axis, name));
  for (double& value : values) value /= axis.width(0) * axis.width(0);
  return values;
}

/// Returns the magnitudes of the couplings. The ends of a periodic axis have the coupling of u = 0 beyond them. The fluxes of a
/// single periodic cell to itself cancel.
std::vector<LayerCoefficients<double>> layers_of(const Axis& z, double reference) {
  const int n = z.cells();
  const bool around = z.is_periodic() && n > 1;
  const std::vector<NumbersOfCell> cells = numbers_of_axis(z, 0, n, false);
  std::vector<LayerCoefficients<double>> layers;
  for (int k = 0; k < n; ++k) {
    const NumbersOfCell& cell = cells[std::size_t(k) + axis_halo];
    const auto coupling = [&](bool at_end, Boundary side, AxisNumber beside) {
      if (!at_end) return cell[std::size_t(beside)];
      const bool fixed = side == Boundary::dirichlet || around;
      return fixed ? 2.0 / z.width(k) : 0.0;
    };
    layers.push_back({0.0, coupling(k + 1 == n, z.high, AxisNumber::high),
                      coupling(k == 0, z.low, AxisNumber::low), reference * z.width(k)});
  }
  return layers;
}

} // namespace

bool goes_around(const BoxSpec& box) { return box.z.is_periodic() && box.z.cells() > 1; }
bool has_mean_apart(const BoxSpec& box) { return box.is_singular() && !goes_around(box); }

ModeColumns::ModeColumns(const BoxSpec& box, const Partition& part, double factor)
    : vertical(box.x.width(0) * box.y.width(0) * factor) {
  const std::vector<double> x = scaled_eigenvalues(box.x, "x"), y = scaled_eigenvalues(box.y, "y");
  reference = 0.0;
  for (const double ey : y)
    for (const double ex : x)
      if (ex + ey > 0.0 && (reference == 0.0 || ex + ey < reference)) reference = ex + ey;
  if (reference == 0.0) reference = 1.0 / (box.z.length() * box.z.length());
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i) {
      const double m = x[std::size_t(part.first_i) + std::size_t(i)] +
                       y[std::size_t(part.first_j) + std::size_t(j)];
      const bool mean_alone = m == 0.0 && has_mean_apart(box); // any number will do
      total.push_back(vertical * (mean_alone ? 1.0 : m / reference));
    }
  layers = layers_of(box.z, reference);
}

Closing::Closing(const ModeColumns& columns, double height, int layers) {
  for (const double total : columns.total) {
    const double s = height * height * columns.reference * total / columns.vertical;
    const double growth = 0.5 * s + std::sqrt(s + 0.25 * s * s), r = 1.0 / (1.0 + growth);
    const double left = r * growth; // 1 - r
    ratio.push_back(r);
    weight.push_back(r / (left * -std::expm1(layers * std::log1p(-left))));
  }
}

} // namespace isobar
