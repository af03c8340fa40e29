#pragma once
#include <isobar/core/box/box_spec.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace isobar {

/// The boundary condition of a side of the flow's box. Nothing flows through a wall.
enum class WallKind {
  no_slip,   ///< the fluid has the wall's velocity
  free_slip, ///< no shear stress: the velocity along the wall has no gradient across it
  periodic,  ///< no wall: the box begins again at the opposite side
  inflow,    ///< no wall: the fluid enters; on western, southern and bottom sides
  outflow    ///< no wall: the fluid leaves and carries T out; on one eastern or northern side
};
/// The name of a kind of wall.
std::string_view to_string(WallKind kind);

/// The condition of T on a wall: no heat flux, or a fixed temperature.
enum class WallHeat { insulated, fixed };

/// A side of a flow's box.
struct Wall {
  WallKind kind = WallKind::no_slip;
  std::array<double, 3> velocity{}; ///< x, y, z; of inflows, and of no-slip walls (0 across)
  WallHeat heat = WallHeat::insulated;
  double temperature = 0.0; ///< of a wall with WallHeat::fixed

  bool operator==(const Wall&) const = default;
};

/// A body inside the box that does not move. A cell is a part of it if its centre is inside.
struct Obstacle {
  enum class Shape { box, cylinder };
  Shape shape = Shape::box;
  /// The low and the high corner of a box. For a cylinder along y, `low` is (x, 0, z) of its axis
  /// and `high` is (radius, 0, 0).
  std::array<double, 3> low{}, high{};

  /// Whether a place is inside.
  bool contains(const std::array<double, 3>& place) const;
};

/// An incompressible flow in a box, with buoyancy in Boussinesq's approximation:
///
///     du/dt = - div(u u) - grad p + viscosity Lap u + buoyancy T up + force,   div u = 0,
///     dT/dt = - div(u T) + diffusivity Lap T + heat_source
///
/// All numbers are in the units of the caller. p is the pressure over the density (Jacobsen and
/// Senocak, equations 1 to 4). Walls replace the boundaries of the axes, which have no effect.
struct FlowSpec {
  Axis x, y, z;
  Wall west{}, east{}, south{}, north{}, bottom{}, top{};
  double viscosity = 1.0;
  double diffusivity = 1.0;
  double buoyancy = 0.0; ///< upward acceleration for each unit of T
  bool has_temperature = false;
  std::array<double, 3> up{0.0, 0.0, 1.0}; ///< direction against gravity, of length 1
  std::array<double, 3> force{};           ///< acceleration of all of the fluid
  double heat_source = 0.0;                ///< rise of T in a unit of time
  std::vector<Obstacle> obstacles{};

  /// The six walls, in pairs for x, y and z.
  std::array<const Wall*, 6> walls() const { return {&west, &east, &south, &north, &bottom, &top}; }
  Periodic periodic() const {
    return {west.kind == WallKind::periodic, south.kind == WallKind::periodic};
  }
  /// Whether any wall is of this kind.
  bool has(WallKind kind) const;
  /// Whether anything besides walls and buoyancy along z acts on the fluid.
  bool is_driven() const;
  /// Whether the cell with these indices in the whole box is part of an obstacle.
  bool is_solid(int i, int j, int k) const;
};
inline constexpr std::array<std::string_view, 6> wall_names{"west",  "east",   "south",
                                                            "north", "bottom", "top"};

/// Whether a side, by its place in wall_names, may be of a kind. Fields store velocities on low
/// faces, so fluid can enter only there.
bool may_have(std::size_t side, WallKind kind);

/// Checks a spec. Throws std::invalid_argument if a member is wrong. The line names it, its value
/// and the expected one.
void check(const FlowSpec& spec);

/// Returns the box of the pressure. Nothing flows through a wall, so the pressure's gradient across
/// it is 0.
BoxSpec pressure_box(const FlowSpec& spec);

} // namespace isobar
