#pragma once
#include <isobar/core/box/box_spec.hpp>

#include <array>
#include <string_view>

namespace isobar {

/// What holds on a side of the flow's box. Nothing flows through a wall.
enum class WallKind {
  no_slip,   ///< the fluid has the wall's velocity
  free_slip, ///< no shear stress: the velocity along the wall has no gradient across it
  periodic   ///< no wall: the box begins again at the opposite side
};
std::string_view to_string(WallKind kind);

enum class WallHeat { insulated, fixed };

struct Wall {
  WallKind kind = WallKind::no_slip;
  std::array<double, 3> velocity{}; ///< x, y, z; of no-slip walls, 0 across the wall
  WallHeat heat = WallHeat::insulated;
  double temperature = 0.0; ///< where it is fixed

  bool operator==(const Wall&) const = default;
};

/// An incompressible flow in a box, with buoyancy in Boussinesq's approximation:
///
///     du/dt = - div(u u) - grad p + viscosity Lap u + buoyancy T e_z,   div u = 0,
///     dT/dt = - div(u T) + diffusivity Lap T
///
/// in the units of the program, p over the density. z points upwards. Boundaries of the axes are not looked at: walls stand for
/// them.
struct FlowSpec {
  Axis x, y, z;
  Wall west{}, east{}, south{}, north{}, bottom{}, top{};
  double viscosity = 1.0;
  double diffusivity = 1.0;
  double buoyancy = 0.0; ///< upward acceleration for each unit of T
  bool has_temperature = false;

  /// Six, in pairs for x, y and z.
  std::array<const Wall*, 6> walls() const { return {&west, &east, &south, &north, &bottom, &top}; }
  Periodic periodic() const {
    return {west.kind == WallKind::periodic, south.kind == WallKind::periodic};
  }
};
inline constexpr std::array<std::string_view, 6> wall_names{"west",  "east",   "south",
                                                            "north", "bottom", "top"};

/// Throws std::invalid_argument in one line that names what cannot be, its value and what would be right.
void check(const FlowSpec& spec);

/// The box of the pressure: nothing flows through a wall, so its gradient across is 0 there.
BoxSpec pressure_box(const FlowSpec& spec);

} // namespace isobar
