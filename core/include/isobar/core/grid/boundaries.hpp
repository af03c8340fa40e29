#pragma once

namespace isobar {

/// The condition on a side of the domain. `dirichlet`: u = 0 on the side itself. `neumann`: no flux
/// through it. `periodic`: the domain begins again at the opposite side, which must also be
/// periodic.
enum class Boundary { dirichlet, neumann, periodic };

/// The periodic directions, in which the domain has no sides.
struct Periodic {
  bool x = false, y = false;
  bool operator==(const Periodic&) const = default;
};
/// Words for error lines, such as "periodic in x" and "not periodic".
constexpr const char* to_string(Periodic p) {
  return p.x && p.y ? "periodic in x and y"
         : p.x      ? "periodic in x"
         : p.y      ? "periodic in y"
                    : "not periodic";
}

/// The conditions on the sides, the bottom and the top. Bottom and top are never periodic.
struct Boundaries {
  Boundary west = Boundary::dirichlet, east = Boundary::dirichlet;
  Boundary south = Boundary::dirichlet, north = Boundary::dirichlet;
  Boundary bottom = Boundary::neumann, top = Boundary::neumann;

  bool operator==(const Boundaries&) const = default;
  bool periodic_x() const { return west == Boundary::periodic; }
  bool periodic_y() const { return south == Boundary::periodic; }
  Periodic periodic() const { return {periodic_x(), periodic_y()}; }
};

} // namespace isobar
