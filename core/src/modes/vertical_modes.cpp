#include <isobar/core/modes/vertical_modes.hpp>

#include "modes/find_modes.hpp"
#include <isobar/core/base/device_array.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace isobar {
namespace {

/// Returns an upper bound of mu, by Gershgorin's circles of D^-1 V.
double most_value(const ModePencil& pencil) {
  double most = 0.0;
  for (const LayerCoefficients<double>& c : pencil.layers)
    most = std::max(most, (pencil.reaction * c.a + 2.0 * (c.b + c.c)) * pencil.unit / c.d);
  return most;
}

} // namespace

VerticalModes::VerticalModes(int nz)
    : nz_(nz), layers_("isobar pencil", nz), mu_("isobar mu", nz), vectors_("isobar modes", nz, nz),
      values_(std::size_t(nz)) {}

Int64 VerticalModes::bytes(int nz) { return Int64(nz) * (Int64(nz) + 5) * Int64(sizeof(double)); }

void VerticalModes::find(const ModePencil& pencil) {
  if (int(pencil.layers.size()) != nz_)
    throw std::invalid_argument("modes of " + std::to_string(pencil.layers.size()) +
                                " layers; expected " + std::to_string(nz_));
  to_device(pencil.layers, layers_);
  launch("isobar/find_modes", FindModes<>({layers_.data(), nz_, pencil.reaction, pencil.unit},
                                          most_value(pencil), mu_, vectors_));
  const Kokkos::View<double*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values_.data(), values_.size());
  Kokkos::deep_copy(host, mu_);
}

bool has_one_vertical_factor(const GridSpec& spec) {
  const ColumnFields* const fields = spec.columns.get();
  return !fields || (!fields->beta && !fields->alpha_v) || fields->beta_is_alpha_v;
}

bool separates(const GridSpec& spec) {
  if (has_one_vertical_factor(spec)) return true;
  const std::vector<LayerCoefficients<double>> layers = layer_coefficients(spec);
  const double beside = layers[0].a / layers[0].d;
  return std::ranges::all_of(layers, [beside](const LayerCoefficients<double>& c) {
    return std::abs(c.a - beside * c.d) <= 1e-13 * c.a;
  });
}

ModePencil mode_pencil(const GridSpec& spec) {
  ModePencil pencil{layer_coefficients(spec), 1.0, 0.0, spec.physics.omega_squared};
  if (has_one_vertical_factor(spec)) return pencil;
  if (!separates(spec))
    throw std::invalid_argument(
        std::string(spec.columns->beta ? "beta" : "alpha_v") +
        ": is a function of the position, and the profiles of beta and alpha_h differ, so that the "
        "equation does not separate into vertical modes; expected no such function, the same "
        "profile of both, or another method");
  pencil.reaction = 0.0;
  pencil.beside = pencil.layers[0].a / pencil.layers[0].d;
  return pencil;
}

int count_modes_below(const ModePencil& p, double x) {
  int count[1];
  modes_below<1>({p.layers.data(), int(p.layers.size()), p.reaction, p.unit}, {x}, count);
  return count[0];
}

double least_mode_value(const ModePencil& p) {
  const double most = most_value(p);
  double value[1];
  int above[1];
  mode_values(LoneThread(), {p.layers.data(), int(p.layers.size()), p.reaction, p.unit},
              least_share * most, most, 0, above, value);
  return value[0];
}

} // namespace isobar
