#include <isobar/core/grid/inclination.hpp>

#include <isobar/core/grid/layers.hpp>

namespace isobar {

std::vector<InclinedInterface<double>> inclined_interfaces(const GridSpec& spec) {
  const std::vector<LayerCoefficients<double>> layers = layer_coefficients(spec);
  const LayerHeights heights(spec);
  const int nz = heights.layers();
  std::vector<InclinedInterface<double>> all(std::size_t(nz) + 1);
  for (int k = 1; k < nz; ++k) {
    const double distance =
        0.5 * heights.length(heights.twice_centre(k) - heights.twice_centre(k - 1));
    const double slope = (1.0 - heights.step(k) / heights.step(nz)) / distance;
    const double below = 0.5 * layers[std::size_t(k) - 1].d, above = 0.5 * layers[std::size_t(k)].d;
    all[std::size_t(k)] = {slope * below, slope * above, slope * slope * (below + above)};
  }
  return all;
}

InclinedGround inclined_ground(const GridSpec& spec) {
  const LayerHeights heights(spec);
  const double t = 1.0 - 0.25 * heights.step(1) / heights.step(heights.layers());
  const double half = 0.5 * layer_coefficients(spec)[0].d;
  const std::vector<double>& alpha_v = spec.profiles.alpha_v;
  return {t * half, t * t * half,
          0.5 * spec.physics.omega_squared * spec.physics.lambda_squared * layer_volumes(spec)[0] *
              (alpha_v.empty() ? 1.0 : alpha_v[0])};
}

double depth_of(const GridSpec& spec) {
  const LayerHeights heights(spec);
  return heights.length(heights.step(heights.layers()));
}

} // namespace isobar
