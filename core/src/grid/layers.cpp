#include <isobar/core/grid/layers.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Returns (r1^3 - r0^3)/3 = (r1 - r0) (r1^2 + r1 r0 + r0^2)/3 with r = 1 + z. On a flat domain it
/// returns the thickness.
double volume(bool sphere, const LayerHeights& heights, int k) {
  const double z0 = heights.length(heights.step(k)), z1 = heights.length(heights.step(k + 1));
  const double weight = sphere ? 1.0 + ((z0 + z1) + (z1 * z1 + z1 * z0 + z0 * z0) / 3.0) : 1.0;
  return weight * heights.length(heights.step(k + 1) - heights.step(k));
}

/// The vertical grid of a level, beside that of the finest level, which has the profiles.
struct MergedLayers {
  const GridSpec& spec;
  int merge, nz;
  bool sphere;
  LayerHeights heights, finest;

  MergedLayers(const GridSpec& s, int merge_in)
      : spec(s), merge(merge_in), nz(merged_layers(s.nz, merge_in)),
        sphere(s.domain != Domain::flat), heights(s, merge_in), finest(s) {}

  /// Returns the integral of a profile over layer k.
  double integral(const std::vector<double>& profile, int k) const {
    if (profile.empty()) return volume(sphere, heights, k);
    double sum = 0.0;
    for (int l = k * merge; l < std::min((k + 1) * merge, spec.nz); ++l)
      sum += profile[std::size_t(l)] * volume(sphere, finest, l);
    return sum;
  }
  /// Returns the resistance between the centres on both sides of interface k, or between a centre
  /// and the surface. It is computed in steps, not radii: the shell is thin, and differences of
  /// numbers near 1 lose their digits.
  double resistance(int k) const {
    const std::vector<double>& alpha = spec.profiles.alpha_v;
    const int below = std::max(k - 1, 0), above = std::min(k + 1, nz);
    if (alpha.empty()) return 0.5 * heights.length(heights.step(above) - heights.step(below));
    const double from = k > 0 ? 0.5 * heights.twice_centre(k - 1) : heights.step(0);
    const double to = k < nz ? 0.5 * heights.twice_centre(k) : heights.step(nz);
    double sum = 0.0;
    for (int l = below * merge; l < std::min(above * merge, spec.nz); ++l) {
      const double crossed = std::min(to, finest.step(l + 1)) - std::max(from, finest.step(l));
      if (crossed > 0.0) sum += heights.length(crossed) / alpha[std::size_t(l)];
    }
    return sum;
  }
  /// Returns the coupling through the interface below layer k: its area over the resistance between
  /// the centres.
  double coupling(int k) const {
    if (k == 0 && spec.boundaries.bottom != Boundary::dirichlet) return 0.0;
    if (k == nz && spec.boundaries.top != Boundary::dirichlet) return 0.0;
    const double z = heights.length(heights.step(k)), weight = sphere ? 1.0 + z * (2.0 + z) : 1.0;
    return spec.physics.omega_squared * spec.physics.lambda_squared * weight / resistance(k);
  }
};

} // namespace

double layer_steps(LayerSpacing spacing, int nz) {
  return spacing == LayerSpacing::graded ? double(nz) * nz : double(nz);
}

std::vector<double> interface_steps(LayerSpacing spacing, int nz, int merge) {
  std::vector<double> steps(merged_layers(nz, merge) + 1);
  for (int k = 0; k < int(steps.size()); ++k)
    steps[k] = layer_steps(spacing, std::min(k * merge, nz));
  return steps;
}

LayerHeights::LayerHeights(LayerSpacing spacing, double depth, int nz, int merge,
                           const LayerProfiles& profiles) {
  if (profiles.interfaces.empty()) {
    steps_ = interface_steps(spacing, nz, merge);
    depth_ = depth;
    all_ = layer_steps(spacing, nz);
    return;
  }
  for (int k = 0; k <= merged_layers(nz, merge); ++k)
    steps_.push_back(profiles.interfaces.at(std::size_t(std::min(k * merge, nz))));
}

std::vector<double> layer_interfaces(Domain domain, LayerSpacing spacing, double depth, int nz,
                                     int merge, const LayerProfiles& profiles) {
  const LayerHeights heights(spacing, depth, nz, merge, profiles);
  const double ground = domain == Domain::flat ? 0.0 : 1.0;
  std::vector<double> r;
  for (int k = 0; k <= heights.layers(); ++k) r.push_back(ground + heights.length(heights.step(k)));
  return r;
}

std::vector<double> layer_volumes(const GridSpec& spec, int merge) {
  const LayerHeights heights(spec, merge);
  std::vector<double> volumes;
  for (int k = 0; k < heights.layers(); ++k)
    volumes.push_back(volume(spec.domain != Domain::flat, heights, k));
  return volumes;
}

std::vector<LayerCoefficients<double>> layer_coefficients(const GridSpec& spec, int merge) {
  if (spec.layers) return *spec.layers;
  const MergedLayers merged(spec, merge);
  const LayerProfiles& profiles = spec.profiles;
  std::vector<LayerCoefficients<double>> layers;
  for (int k = 0; k < merged.nz; ++k)
    layers.push_back({merged.integral(profiles.beta, k), merged.coupling(k + 1), merged.coupling(k),
                      spec.physics.omega_squared * merged.integral(profiles.alpha_h, k)});
  return layers;
}

} // namespace isobar
