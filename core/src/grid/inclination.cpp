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
    InclinedInterface<double>& at = all[std::size_t(k)];
    at = {slope * below, slope * above, slope * slope * (below + above)};
    if (k > 1) continue;
    at.below += below / distance;
    at.square += below / (distance * distance);
  }
  return all;
}

double depth_of(const GridSpec& spec) {
  const LayerHeights heights(spec);
  return heights.length(heights.step(heights.layers()));
}

} // namespace isobar
