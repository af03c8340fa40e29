#include "flow/flow_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isobar {
namespace {

Wall wall_of(const flow::Wall& w) {
  Wall wall;
  wall.kind = w.kind;
  std::ranges::copy(w.velocity, wall.velocity.begin());
  wall.heat = w.temperature ? WallHeat::fixed : WallHeat::insulated;
  wall.temperature = w.temperature.value_or(0.0);
  return wall;
}

const Axis& axis_of(const FlowSpec& spec, std::size_t d) {
  return d == 0 ? spec.x : d == 1 ? spec.y : spec.z;
}

/// Half a wave between walls, a whole one around a periodic axis.
double wave_number(const FlowSpec& spec, std::size_t d) {
  const bool wraps = spec.walls()[2 * d]->kind == WallKind::periodic;
  return (wraps ? 2.0 : 1.0) * std::numbers::pi / axis_of(spec, d).length();
}

} // namespace

FlowSpec flow_spec(const FlowDeck& deck) {
  const BoxSpec box = deck.box();
  FlowSpec spec{box.x, box.y, box.z};
  const std::array<Wall*, 6> walls = {&spec.west,  &spec.east,   &spec.south,
                                      &spec.north, &spec.bottom, &spec.top};
  for (std::size_t n = 0; n < walls.size(); ++n)
    *walls[n] = wall_of(deck.walls.*(flow::all_walls[n]));
  spec.viscosity = deck.fluid.viscosity.value();
  spec.has_temperature = deck.has_temperature();
  if (spec.has_temperature) {
    spec.diffusivity = *deck.fluid.diffusivity;
    spec.buoyancy = deck.fluid.buoyancy.value_or(0.0);
  }
  return spec;
}

InitialState::InitialState(const FlowDeck& deck)
    : spec_(flow_spec(deck)), kind_(deck.fluid.initial), kx_(wave_number(spec_, 0)),
      kz_(wave_number(spec_, 2)) {
  const auto walls = spec_.walls();
  for (std::size_t d = 0; d < 3 && across_ < 0; ++d) {
    const Wall &low = *walls[2 * d], &high = *walls[2 * d + 1];
    if (low.heat != WallHeat::fixed || high.heat != WallHeat::fixed) continue;
    across_ = int(d);
    low_ = low.temperature;
    high_ = high.temperature;
  }
}

double InitialState::operator()(FlowField field, int i, int j, int k) const {
  const std::array<int, 3> cell{i, j, k};
  std::array<double, 3> place{};
  for (std::size_t d = 0; d < 3; ++d)
    place[d] = int(field) == int(d) ? axis_of(spec_, d).interfaces[std::size_t(cell[d])]
                                    : axis_of(spec_, d).centre(cell[d]);
  if (field == FlowField::temperature) return temperature(place);
  const std::size_t across = std::size_t(field);
  const bool on_wall = cell[across] == 0 && spec_.walls()[2 * across]->kind != WallKind::periodic;
  return on_wall ? 0.0 : velocity(field, place);
}

/// The vortex u = sin(k_x x) cos(k_z z), w = -(k_x / k_z) cos(k_x x) sin(k_z z), which decays as exp(-viscosity (k_x^2 + k_z^2) t).
double InitialState::velocity(FlowField field, const std::array<double, 3>& place) const {
  if (kind_ != flow::Initial::taylor_green || field == FlowField::v) return 0.0;
  const double x = kx_ * place[0], z = kz_ * place[2];
  return field == FlowField::u ? std::sin(x) * std::cos(z) : -kx_ / kz_ * std::cos(x) * std::sin(z);
}

double InitialState::temperature(const std::array<double, 3>& place) const {
  if (kind_ != flow::Initial::conduction || across_ < 0) return 0.0;
  const std::size_t d = std::size_t(across_);
  return low_ + (high_ - low_) * place[d] / axis_of(spec_, d).length();
}

} // namespace isobar
