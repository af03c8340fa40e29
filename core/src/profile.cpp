#include <isobar/core/profile.hpp>

#include <algorithm>

namespace isobar {

std::vector<double> level_interfaces(Domain domain, Levels levels, double depth, int nz,
                                     int merge) {
  std::vector<double> r(merged_levels(nz, merge) + 1);
  for (int k = 0; k < int(r.size()); ++k) {
    const double t = double(std::min(k * merge, nz)) / nz;
    r[k] = (domain == Domain::panel ? 1.0 : 0.0) + depth * (levels == Levels::graded ? t * t : t);
  }
  return r;
}

std::vector<LevelCoefficients<double>> vertical_coefficients(Domain domain, Levels levels,
                                                             const Physics& physics, int all_levels,
                                                             int merge) {
  const std::vector<double> r = level_interfaces(domain, levels, physics.depth, all_levels, merge);
  const int nz = int(r.size()) - 1;
  const double vertical = physics.omega_squared * physics.lambda_squared;
  // Coupling through the interface below level k: area of the interface over distance of centres.
  const auto coupling = [&](int k) {
    if (k == 0 || k == nz) return 0.0;
    const double weight = domain == Domain::panel ? r[k] * r[k] : 1.0;
    return vertical * weight / (0.5 * (r[k + 1] - r[k - 1]));
  };
  std::vector<LevelCoefficients<double>> levels_out(nz);
  for (int k = 0; k < nz; ++k) {
    // (r1^3 - r0^3)/3 without cancellation: the shell is thin.
    const double thickness = r[k + 1] - r[k];
    const double weight =
        domain == Domain::panel ? (r[k + 1] * r[k + 1] + r[k + 1] * r[k] + r[k] * r[k]) / 3.0 : 1.0;
    const double volume = weight * thickness;
    levels_out[k] = {volume, coupling(k + 1), coupling(k), physics.omega_squared * volume};
  }
  return levels_out;
}

} // namespace isobar
