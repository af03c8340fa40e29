#include <isobar/core/flow/flow_spec.hpp>

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
    if (wall.velocity[n] != 0.0 && wall.kind != WallKind::no_slip)
      refuse_value(velocity, wall.velocity[n],
                   "0, as this side is " + std::string(to_string(wall.kind)) +
                       "; only no-slip walls move the fluid");
  }
  if (wall.velocity[across] != 0.0)
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

std::string_view to_string(WallKind kind) {
  return kind == WallKind::no_slip     ? "no-slip"
         : kind == WallKind::free_slip ? "free-slip"
                                       : "periodic";
}

void check(const FlowSpec& spec) {
  require_positive("viscosity", spec.viscosity);
  if (spec.has_temperature) require_positive("diffusivity", spec.diffusivity);
  if (!std::isfinite(spec.buoyancy)) refuse_value("buoyancy", spec.buoyancy, "a finite number");
  if (spec.buoyancy != 0.0 && !spec.has_temperature)
    refuse_value("buoyancy", spec.buoyancy, "0, as the flow has no temperature");
  const auto walls = spec.walls();
  for (std::size_t n = 0; n < walls.size(); n += 2)
    if ((walls[n]->kind == WallKind::periodic) != (walls[n + 1]->kind == WallKind::periodic))
      refuse_value(std::string(wall_names[n]) + " and " + std::string(wall_names[n + 1]),
                   std::string(to_string(walls[n]->kind)) + " and " +
                       std::string(to_string(walls[n + 1]->kind)),
                   "both periodic or none");
  for (std::size_t n = 0; n < walls.size(); ++n) check_wall(spec, *walls[n], wall_names[n], n / 2);
  check(pressure_box(spec));
}

BoxSpec pressure_box(const FlowSpec& spec) {
  return {with_walls(spec.x, spec.west, spec.east), with_walls(spec.y, spec.south, spec.north),
          with_walls(spec.z, spec.bottom, spec.top)};
}

} // namespace isobar
