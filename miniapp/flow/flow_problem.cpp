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

/// The wave number of half a wave between walls, or of one wave on a periodic axis.
double wave_number(const FlowSpec& spec, std::size_t d) {
  const bool wraps = spec.walls()[2 * d]->kind == WallKind::periodic;
  return (wraps ? 2.0 : 1.0) * std::numbers::pi / axis_of(spec, d).length();
}

/// The fraction of a cell [low, high] that lies in the opening [from, to]. With
/// `parabola` it is weighted by 6 s (1 - s), whose mean over the opening is 1.
double share_of_opening(double low, double high, double from, double to, bool parabola) {
  const double a = std::max(low, from), b = std::min(high, to);
  if (b <= a) return 0.0;
  const auto integral = [&](double x) {
    const double s = (x - from) / (to - from);
    return parabola ? (to - from) * s * s * (3.0 - 2.0 * s) : x;
  };
  return (integral(b) - integral(a)) / (high - low);
}

std::vector<Obstacle> obstacles_of(const flow::Obstacles& o) {
  std::vector<Obstacle> all;
  for (const auto& b : o.boxes)
    all.push_back({Obstacle::Shape::box, {b[0], b[1], b[2]}, {b[3], b[4], b[5]}});
  for (const auto& c : o.cylinders)
    all.push_back({Obstacle::Shape::cylinder, {c[0], 0.0, c[1]}, {c[2], 0.0, 0.0}});
  return all;
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
  spec.obstacles = obstacles_of(deck.obstacles);
  std::ranges::copy(deck.fluid.force, spec.force.begin());
  if (spec.has_temperature) {
    spec.diffusivity = *deck.fluid.diffusivity;
    spec.buoyancy = deck.fluid.buoyancy.value_or(0.0);
    spec.heat_source = deck.fluid.heat_source;
    const std::vector<double>& g = deck.fluid.gravity;
    for (std::size_t d = 0; d < 3; ++d) spec.up[d] = -g[d] / std::hypot(g[0], g[1], g[2]) + 0.0;
  }
  return spec;
}

InitialState::InitialState(const FlowDeck& deck)
    : spec_(flow_spec(deck)), walls_(deck.walls), kind_(deck.fluid.initial),
      kx_(wave_number(spec_, 0)), ky_(wave_number(spec_, 1)), kz_(wave_number(spec_, 2)) {
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
  if (is_inside_obstacle(across, cell)) return 0.0;
  const WallKind low = spec_.walls()[2 * across]->kind;
  if (cell[across] > 0 || low == WallKind::periodic) return velocity(field, place);
  return low == WallKind::inflow ? entering(across, cell) : 0.0;
}

/// Whether the low face of a cell is a face of an obstacle's cell.
bool InitialState::is_inside_obstacle(std::size_t across, std::array<int, 3> cell) const {
  if (spec_.obstacles.empty()) return false;
  if (spec_.is_solid(cell[0], cell[1], cell[2])) return true;
  const int cells = axis_of(spec_, across).cells();
  const bool around = spec_.walls()[2 * across]->kind == WallKind::periodic;
  if (cell[across] == 0 && !around) return false;
  cell[across] = (cell[across] + cells - 1) % cells;
  return spec_.is_solid(cell[0], cell[1], cell[2]);
}

/// The mean over a face of the velocity that enters through an inflow.
double InitialState::entering(std::size_t across, const std::array<int, 3>& cell) const {
  const flow::Wall& wall = walls_.*(flow::all_walls[2 * across]);
  double u = wall.velocity[across];
  std::size_t n = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    if (d == across) continue;
    const Axis& axis = axis_of(spec_, d);
    const std::size_t i = std::size_t(cell[d]);
    const bool walled = spec_.walls()[2 * d]->kind == WallKind::no_slip &&
                        spec_.walls()[2 * d + 1]->kind == WallKind::no_slip;
    const double from = wall.opening.empty() ? axis.interfaces.front() : wall.opening[2 * n],
                 to = wall.opening.empty() ? axis.interfaces.back() : wall.opening[2 * n + 1];
    u *= share_of_opening(axis.interfaces[i], axis.interfaces[i + 1], from, to,
                          walled && wall.profile == flow::Profile::parabola);
    ++n;
  }
  return u;
}

/// The vortex u = sin(k_x x) cos(k_z z), w = -(k_x / k_z) cos(k_x x) sin(k_z z), which decays as exp(-viscosity (k_x^2 + k_z^2) t).
double InitialState::velocity(FlowField field, const std::array<double, 3>& place) const {
  if (kind_ == flow::Initial::taylor_green_3d) return three_dimensional(field, place);
  if (kind_ != flow::Initial::taylor_green || field == FlowField::v) return 0.0;
  const double x = kx_ * place[0], z = kz_ * place[2];
  return field == FlowField::u ? std::sin(x) * std::cos(z) : -kx_ / kz_ * std::cos(x) * std::sin(z);
}

/// Taylor and Green's vortex (Proc. R. Soc. A 158, 1937): u = sin x cos y cos z, v = - (k_x / k_y) cos x sin y cos z, w = 0.
double InitialState::three_dimensional(FlowField field, const std::array<double, 3>& place) const {
  if (field == FlowField::w) return 0.0;
  const double x = kx_ * place[0], y = ky_ * place[1], along = std::cos(kz_ * place[2]);
  return field == FlowField::u ? std::sin(x) * std::cos(y) * along
                               : -kx_ / ky_ * std::cos(x) * std::sin(y) * along;
}

double InitialState::temperature(const std::array<double, 3>& place) const {
  if (kind_ != flow::Initial::conduction || across_ < 0) return 0.0;
  const std::size_t d = std::size_t(across_);
  return low_ + (high_ - low_) * place[d] / axis_of(spec_, d).length();
}

} // namespace isobar
