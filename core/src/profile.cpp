#include <isobar/core/profile.hpp>

#include <algorithm>

namespace isobar {

double level_steps(Levels levels, int nz) {
  return levels == Levels::graded ? double(nz) * nz : double(nz);
}

std::vector<double> interface_steps(Levels levels, int nz, int merge) {
  std::vector<double> steps(merged_levels(nz, merge) + 1);
  for (int k = 0; k < int(steps.size()); ++k)
    steps[k] = level_steps(levels, std::min(k * merge, nz));
  return steps;
}

std::vector<double> level_interfaces(Domain domain, Levels levels, double depth, int nz,
                                     int merge) {
  std::vector<double> r = interface_steps(levels, nz, merge);
  const double ground = domain == Domain::panel ? 1.0 : 0.0;
  for (double& height : r) height = ground + depth * height / level_steps(levels, nz);
  return r;
}

std::vector<LevelCoefficients<double>> vertical_coefficients(Domain domain, Levels levels,
                                                             const Physics& physics, int all_levels,
                                                             int merge) {
  const std::vector<double> steps = interface_steps(levels, all_levels, merge);
  const int nz = int(steps.size()) - 1;
  const double vertical = physics.omega_squared * physics.lambda_squared;
  // Of steps, not of radii: the shell is thin, and differences of numbers near 1 lose their digits.
  const auto length = [&](double s) { return physics.depth * s / level_steps(levels, all_levels); };
  const bool sphere = domain == Domain::panel;
  // Coupling through the interface below level k: area of the interface over distance of centres.
  const auto coupling = [&](int k) {
    if (k == 0 || k == nz) return 0.0;
    const double z = length(steps[k]), weight = sphere ? 1.0 + z * (2.0 + z) : 1.0;
    return vertical * weight / (0.5 * length(steps[k + 1] - steps[k - 1]));
  };
  std::vector<LevelCoefficients<double>> levels_out(nz);
  for (int k = 0; k < nz; ++k) {
    // (r1^3 - r0^3)/3 = (r1 - r0) (r1^2 + r1 r0 + r0^2)/3 with r = 1 + z
    const double z0 = length(steps[k]), z1 = length(steps[k + 1]);
    const double weight = sphere ? 1.0 + ((z0 + z1) + (z1 * z1 + z1 * z0 + z0 * z0) / 3.0) : 1.0;
    const double volume = weight * length(steps[k + 1] - steps[k]);
    levels_out[k] = {volume, coupling(k + 1), coupling(k), physics.omega_squared * volume};
  }
  return levels_out;
}

} // namespace isobar
