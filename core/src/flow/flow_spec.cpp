#include <isobar/core/flow/flow_spec.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

template <class X>
[[noreturn]] void refuse_value(std::string_view name, const X& value, std::string_view expected) {
  std::ostringstream line;
  line << name << " = " << value << ": expected " << expected;
  throw std::invalid_argument(line.str());
}

void require_positive(std::string_view name, double value) {
  if (!(value > 0.0) || !std::isfinite(value)) refuse_value(name, value, "a positive number");
}

void check_wall(const FlowSpec& spec, const Wall& wall, std::string_view name, std::size_t across) {
  const std::string velocity = std::string(name) + ".velocity";
  for (std::size_t n = 0; n < 3; ++n) {
    if (!std::isfinite(wall.velocity[n]))
      refuse_value(velocity, wall.velocity[n], "finite numbers");
    if (wall.velocity[n] != 0.0 && wall.kind != WallKind::no_slip && wall.kind != WallKind::inflow)
      refuse_value(velocity, wall.velocity[n],
                   "0, as this side is " + std::string(to_string(wall.kind)) +
                       "; only no-slip walls move the fluid");
  }
  if (wall.velocity[across] != 0.0 && wall.kind != WallKind::inflow)
    refuse_value(velocity, wall.velocity[across], "0 across the wall: nothing flows through it");
  if (wall.heat == WallHeat::insulated) return;
  const std::string temperature = std::string(name) + ".temperature";
  if (!std::isfinite(wall.temperature))
    refuse_value(temperature, wall.temperature, "a finite number");
  if (wall.kind == WallKind::periodic)
    refuse_value(temperature, wall.temperature, "none, as this side is periodic");
  if (!spec.has_temperature)
    refuse_value(temperature, wall.temperature, "none, as the flow has no temperature");
}

Axis with_walls(const Axis& axis, const Wall& low, const Wall& high) {
  const auto boundary = [](const Wall& wall) {
    return wall.kind == WallKind::periodic ? Boundary::periodic : Boundary::neumann;
  };
  return {axis.interfaces, boundary(low), boundary(high)};
}

} // namespace

bool may_have(std::size_t side, WallKind kind) {
  if (kind == WallKind::inflow) return side % 2 == 0;
  if (kind == WallKind::outflow) return side == 1 || side == 3;
  return true;
}

std::string_view to_string(WallKind kind) {
  return kind == WallKind::no_slip     ? "no-slip"
         : kind == WallKind::free_slip ? "free-slip"
         : kind == WallKind::periodic  ? "periodic"
         : kind == WallKind::inflow    ? "inflow"
                                       : "outflow";
}

bool Obstacle::contains(const std::array<double, 3>& place) const {
  if (shape == Shape::cylinder) return std::hypot(place[0] - low[0], place[2] - low[2]) < high[0];
  for (std::size_t d = 0; d < 3; ++d)
    if (place[d] < low[d] || place[d] > high[d]) return false;
  return true;
}

bool FlowSpec::has(WallKind kind) const {
  const auto all = walls();
  return std::any_of(all.begin(), all.end(), [&](const Wall* w) { return w->kind == kind; });
}

bool FlowSpec::is_driven() const {
  return force != std::array<double, 3>{} || heat_source != 0.0 ||
         (buoyancy != 0.0 && up != std::array{0.0, 0.0, 1.0});
}

bool FlowSpec::is_solid(int i, int j, int k) const {
  const std::array place{x.centre(i), y.centre(j), z.centre(k)};
  return std::any_of(obstacles.begin(), obstacles.end(),
                     [&](const Obstacle& o) { return o.contains(place); });
}

void check(const FlowSpec& spec) {
  require_positive("viscosity", spec.viscosity);
  if (spec.has_temperature) require_positive("diffusivity", spec.diffusivity);
  if (!std::isfinite(spec.buoyancy)) refuse_value("buoyancy", spec.buoyancy, "a finite number");
  if (spec.buoyancy != 0.0 && !spec.has_temperature)
    refuse_value("buoyancy", spec.buoyancy, "0, as the flow has no temperature");
  if (spec.heat_source != 0.0 && !spec.has_temperature)
    refuse_value("heat_source", spec.heat_source, "0, as the flow has no temperature");
  if (!std::isfinite(spec.heat_source))
    refuse_value("heat_source", spec.heat_source, "a finite number");
  for (const double f : spec.force)
    if (!std::isfinite(f)) refuse_value("force", f, "finite numbers");
  const double length = std::hypot(spec.up[0], spec.up[1], spec.up[2]);
  if (!(std::abs(length - 1.0) < 1e-12)) refuse_value("up", length, "a vector of length 1");
  const auto walls = spec.walls();
  const auto outflows = std::count_if(walls.begin(), walls.end(),
                                      [](const Wall* w) { return w->kind == WallKind::outflow; });
  if (outflows != (spec.has(WallKind::inflow) ? 1 : 0))
    refuse_value("outflows", outflows,
                 spec.has(WallKind::inflow) ? "one, as there is an inflow"
                                            : "none, as there is no inflow");
  for (std::size_t n = 0; n < walls.size(); n += 2)
    if ((walls[n]->kind == WallKind::periodic) != (walls[n + 1]->kind == WallKind::periodic))
      refuse_value(std::string(wall_names[n]) + " and " + std::string(wall_names[n + 1]),
                   std::string(to_string(walls[n]->kind)) + " and " +
                       std::string(to_string(walls[n + 1]->kind)),
                   "both periodic or none");
  for (std::size_t n = 0; n < walls.size(); ++n) {
    if (!may_have(n, walls[n]->kind))
      refuse_value(
          wall_names[n], to_string(walls[n]->kind),
          "an inflow on the western, southern or bottom side, an outflow on the eastern or "
          "northern one");
    check_wall(spec, *walls[n], wall_names[n], n / 2);
  }
  check(pressure_box(spec));
}

BoxSpec pressure_box(const FlowSpec& spec) {
  return {with_walls(spec.x, spec.west, spec.east), with_walls(spec.y, spec.south, spec.north),
          with_walls(spec.z, spec.bottom, spec.top)};
}

} // namespace isobar
