#include "pressure/problem/standard_atmosphere.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace isobar {
namespace {

constexpr double gravity = 9.80665;       // m/s^2, by which geopotential heights are defined
constexpr double earth = 6356766.0;       // m, the standard's radius
constexpr double gas = 8314.32 / 28.9644; // J/(kg K), dry air
constexpr double gamma = 1.4;             // c_p / c_v
constexpr double heat = gamma / (gamma - 1.0) * gas; // c_p, J/(kg K)

/// The beginning of a layer in m of geopotential height, and the change of temperature in it, in K/m.
struct Layer {
  double base, lapse;
};
constexpr std::array<Layer, 8> layers = {{{0.0, -6.5e-3},
                                          {11e3, 0.0},
                                          {20e3, 1.0e-3},
                                          {32e3, 2.8e-3},
                                          {47e3, 0.0},
                                          {51e3, -2.8e-3},
                                          {71e3, -2.0e-3},
                                          {84852.0, 0.0}}};
constexpr double ground_temperature = 288.15;

} // namespace

Air standard_air(double height) {
  const double h = earth * height / (earth + height); // geopotential
  double temperature = ground_temperature, lapse = layers.front().lapse;
  for (std::size_t n = 0; n < layers.size() && layers[n].base <= h; ++n) {
    const double top = n + 1 < layers.size() && layers[n + 1].base < h ? layers[n + 1].base : h;
    temperature += layers[n].lapse * (top - layers[n].base);
    lapse = layers[n].lapse;
  }
  const double n_squared = gravity / temperature * (lapse + gravity / heat);
  return {temperature, std::sqrt(gamma * gas * temperature), std::sqrt(n_squared)};
}

} // namespace isobar
