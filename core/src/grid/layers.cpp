#include <isobar/core/grid/layers.hpp>

#include <algorithm>

namespace isobar {

double layer_steps(LayerSpacing spacing, int nz) {
  return spacing == LayerSpacing::graded ? double(nz) * nz : double(nz);
}

std::vector<double> interface_steps(LayerSpacing spacing, int nz, int merge) {
  std::vector<double> steps(merged_layers(nz, merge) + 1);
  for (int k = 0; k < int(steps.size()); ++k)
    steps[k] = layer_steps(spacing, std::min(k * merge, nz));
  return steps;
}

std::vector<double> layer_interfaces(Domain domain, LayerSpacing spacing, double depth, int nz,
                                     int merge) {
  std::vector<double> r = interface_steps(spacing, nz, merge);
  const double ground = domain == Domain::panel ? 1.0 : 0.0;
  for (double& height : r) height = ground + depth * height / layer_steps(spacing, nz);
  return r;
}

std::vector<LayerCoefficients<double>> layer_coefficients(Domain domain, LayerSpacing spacing,
                                                          const Physics& physics, int all_layers,
                                                          int merge) {
  const std::vector<double> steps = interface_steps(spacing, all_layers, merge);
  const int nz = int(steps.size()) - 1;
  const double vertical = physics.omega_squared * physics.lambda_squared;
  // Of steps, not of radii: the shell is thin, and differences of numbers near 1 lose their digits.
  const auto length = [&](double s) {
    return physics.depth * s / layer_steps(spacing, all_layers);
  };
  const bool sphere = domain == Domain::panel;
  // Coupling through the interface below layer k: area of the interface over distance of centres.
  const auto coupling = [&](int k) {
    if (k == 0 || k == nz) return 0.0;
    const double z = length(steps[k]), weight = sphere ? 1.0 + z * (2.0 + z) : 1.0;
    return vertical * weight / (0.5 * length(steps[k + 1] - steps[k - 1]));
  };
  std::vector<LayerCoefficients<double>> layers(nz);
  for (int k = 0; k < nz; ++k) {
    // (r1^3 - r0^3)/3 = (r1 - r0) (r1^2 + r1 r0 + r0^2)/3 with r = 1 + z
    const double z0 = length(steps[k]), z1 = length(steps[k + 1]);
    const double weight = sphere ? 1.0 + ((z0 + z1) + (z1 * z1 + z1 * z0 + z0 * z0) / 3.0) : 1.0;
    const double volume = weight * length(steps[k + 1] - steps[k]);
    layers[k] = {volume, coupling(k + 1), coupling(k), physics.omega_squared * volume};
  }
  return layers;
}

} // namespace isobar
