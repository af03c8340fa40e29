#include <isobar/core/modes/vertical_modes.hpp>

#include "device/layer_modes.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/launch/kernel_list.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace isobar {
namespace {

/// Modes that a thread finds at once: as many as a host's registers hold several times, so that divisions overlap.
constexpr int lanes = on_host ? 16 : 1;
constexpr double decades = 1e-20;

int groups(int nz) { return (nz + lanes - 1) / lanes; }

/// No mu is larger (Gershgorin, of D^-1 V).
double most_value(const ModePencil& pencil) {
  double most = 0.0;
  for (const LayerCoefficients<double>& c : pencil.layers)
    most = std::max(most, (pencil.reaction * c.a + 2.0 * (c.b + c.c)) * pencil.unit / c.d);
  return most;
}

struct FindModes {
  LayerPencil pencil;
  double most;
  Kokkos::View<double*, MemorySpace> mu;
  VerticalModes::Vectors vectors, upward, downward;

  KOKKOS_FUNCTION void operator()(int group) const {
    double value[lanes];
    mode_values(pencil, decades * most, most, group * lanes, value);
    for (int l = 0; l < lanes; ++l) {
      const int m = group * lanes + l;
      if (m >= pencil.nz) return;
      mu(m) = value[l];
      mode_vector(pencil, value[l], &upward(m, 0), &downward(m, 0), &vectors(m, 0),
                  std::ptrdiff_t(vectors.extent(0)));
    }
  }
};

} // namespace

VerticalModes::VerticalModes(int nz)
    : nz_(nz), layers_("isobar pencil", nz), mu_("isobar mu", nz), vectors_("isobar modes", nz, nz),
      upward_("isobar upward", nz, nz), downward_("isobar downward", nz, nz),
      values_(std::size_t(nz)) {}

Int64 VerticalModes::bytes(int nz) {
  return Int64(nz) * (3 * Int64(nz) + 5) * Int64(sizeof(double));
}

void VerticalModes::find(const ModePencil& pencil) {
  if (int(pencil.layers.size()) != nz_)
    throw std::invalid_argument("modes of " + std::to_string(pencil.layers.size()) +
                                " layers; expected " + std::to_string(nz_));
  to_device(pencil.layers, layers_);
  const FindModes find{{layers_.data(), nz_, pencil.reaction, pencil.unit},
                       most_value(pencil),
                       mu_,
                       vectors_,
                       upward_,
                       downward_};
  Kokkos::parallel_for("isobar/find_modes",
                       as_arguments(Kokkos::RangePolicy<ExecutionSpace>(0, groups(nz_))), find);
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
  mode_values<1>({p.layers.data(), int(p.layers.size()), p.reaction, p.unit}, decades * most, most,
                 0, value);
  return value[0];
}

} // namespace isobar
