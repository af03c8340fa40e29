#include "support_flow.hpp"

namespace isobar {
namespace {

Axis uniform(int n, double length) {
  return Axis::uniform(n, length, Boundary::neumann, Boundary::neumann);
}
/// Widths that vary by a factor of four.
Axis uneven(int n, double length) {
  Axis axis{{0.0}, Boundary::neumann, Boundary::neumann};
  const oracle::Array widths = oracle::random(n, 1, 1, n);
  for (int i = 0; i < n; ++i)
    axis.interfaces.push_back(axis.interfaces.back() + length / n * (1.0 + 0.5 * widths(0, i, 0)));
  return axis;
}

constexpr Wall periodic{WallKind::periodic};
constexpr Wall free_slip{WallKind::free_slip};

FlowSpec spec_of(const Axis& x, const Axis& y, const Axis& z) {
  FlowSpec s{x, y, z};
  s.viscosity = 0.3, s.diffusivity = 0.7, s.buoyancy = 1.5, s.has_temperature = true;
  return s;
}
Wall& wall(FlowSpec& s, int side) {
  return *std::array{&s.west, &s.east, &s.south, &s.north, &s.bottom, &s.top}[std::size_t(side)];
}
void set(FlowSpec& s, int axis, const Wall& low, const Wall& high) {
  wall(s, 2 * axis) = low;
  wall(s, 2 * axis + 1) = high;
}

/// Every wall moves along itself, and three have temperatures.
FlowSpec moving_walls(FlowSpec s) {
  for (int side = 0; side < 6; ++side) {
    Wall moving;
    for (int n = 0; n < 3; ++n)
      if (n != side / 2) moving.velocity[std::size_t(n)] = 0.25 * (1 + n + side);
    if (side % 4 == 0 || side == 3) moving.heat = WallHeat::fixed, moving.temperature = 0.5 + side;
    wall(s, side) = moving;
  }
  return s;
}
FlowSpec all_of(FlowSpec s, const Wall& wall) {
  for (int axis = 0; axis < 3; ++axis) set(s, axis, wall, wall);
  return s;
}
/// Another kind along each axis.
FlowSpec mixed(FlowSpec s, int first) {
  s = moving_walls(s);
  set(s, first, periodic, periodic);
  Wall hot = free_slip;
  hot.heat = WallHeat::fixed, hot.temperature = 2.0;
  set(s, (first + 1) % 3, hot, free_slip);
  return s;
}
FlowSpec without_temperature(FlowSpec s) {
  s.has_temperature = false;
  s.buoyancy = 0.0;
  for (int side = 0; side < 6; ++side)
    wall(s, side).heat = WallHeat::insulated, wall(s, side).temperature = 0.0;
  return s;
}

/// A force, gravity in a direction of its own, and a heat source.
FlowSpec driven(FlowSpec s) {
  s.force = {0.5, -0.25, 0.75};
  if (!s.has_temperature) return s;
  s.up = {0.48, -0.64, 0.6};
  s.heat_source = 0.375;
  return s;
}
/// A block on the ground, one that touches no side, and a cylinder.
FlowSpec with_obstacles(FlowSpec s) {
  s.obstacles = {{Obstacle::Shape::box, {0.3, 0.2, 0.0}, {0.7, 0.7, 0.5}},
                 {Obstacle::Shape::box, {1.2, 0.6, 0.8}, {1.5, 1.0, 1.2}},
                 {Obstacle::Shape::cylinder, {1.8, 0.0, 0.3}, {0.25, 0.0, 0.0}}};
  return s;
}

Partition whole(const FlowSpec& s) {
  return Partition::whole(s.x.cells(), s.y.cells(), s.periodic());
}
Partition cut(const FlowSpec& s, int first_i, int nx, int first_j, int ny) {
  Partition p = whole(s);
  p.first_i = first_i, p.nx = nx, p.first_j = first_j, p.ny = ny;
  return p;
}

} // namespace

std::vector<FlowCase> flow_cases() {
  std::vector<FlowCase> cases;
  const auto add = [&](const std::string& name, const FlowSpec& s) {
    cases.push_back({name, s, whole(s)});
  };
  const FlowSpec box = spec_of(uneven(19, 2.0), uneven(6, 1.0), uneven(9, 1.5));
  add("moving walls", moving_walls(box));
  add("moving walls, no temperature", without_temperature(moving_walls(box)));
  add("free slip", all_of(box, free_slip));
  add("periodic", all_of(box, periodic));
  for (int axis = 0; axis < 3; ++axis) add("mixed " + std::to_string(axis), mixed(box, axis));
  add("tall", mixed(spec_of(uniform(8, 1.0), uneven(4, 1.0), uneven(45, 3.0)), 2));
  add("one cell in y", moving_walls(spec_of(uneven(16, 1.0), uniform(1, 0.2), uniform(5, 1.0))));
  add("one cell in x and z", mixed(spec_of(uniform(1, 1.0), uneven(7, 1.0), uniform(1, 0.3)), 0));
  const FlowSpec walls = moving_walls(box), around = mixed(box, 1);
  cases.push_back({"middle", walls, cut(walls, 5, 9, 2, 3)});
  cases.push_back({"south-eastern corner", walls, cut(walls, 11, 8, 0, 2)});
  cases.push_back({"north-western corner", around, cut(around, 0, 4, 4, 2)});
  const FlowSpec alike = moving_walls(spec_of(uniform(19, 2.0), uniform(6, 1.0), uniform(9, 1.5)));
  add("equal cells", alike);
  add("equal cells, no temperature", without_temperature(alike));
  for (int axis = 0; axis < 3; ++axis)
    add("equal cells, mixed " + std::to_string(axis), mixed(alike, axis));
  cases.push_back({"middle of equal cells", alike, cut(alike, 5, 9, 2, 3)});
  cases.push_back({"south-western corner of equal cells", alike, cut(alike, 0, 8, 0, 2)});
  add("driven", driven(moving_walls(box)));
  add("driven, no temperature", driven(without_temperature(moving_walls(alike))));
  add("driven, periodic", driven(all_of(box, periodic)));
  add("obstacles", with_obstacles(moving_walls(box)));
  add("obstacles, driven, periodic", with_obstacles(driven(all_of(alike, periodic))));
  add("obstacles, no temperature", with_obstacles(without_temperature(moving_walls(alike))));
  const FlowSpec bodies = with_obstacles(driven(mixed(box, 0)));
  cases.push_back({"a part of obstacles", bodies, cut(bodies, 3, 12, 1, 4)});
  return cases;
}

template <class T>
Field<T> flow_field(const oracle::Flow& flow, int field, const Partition& p, Beyond beyond) {
  const Field<T> f("test", p.nx, p.ny, flow.nz());
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(f.shape(), Int64(n));
    const int i = p.first_i + at.i, j = p.first_j + at.j;
    const bool outside = (!flow.is_periodic(0) && (i < 0 || i >= flow.nx())) ||
                         (!flow.is_periodic(1) && (j < 0 || j >= flow.ny()));
    const bool known = !at.padding && !(outside && beyond == Beyond::garbage);
    host(n) = T(known ? flow.at(field, i, at.k, j) : garbage);
  }
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

template <class T>
std::array<Field<T>, 4> flow_fields_of(const oracle::Flow& flow, const Partition& p,
                                       Beyond beyond) {
  std::array<Field<T>, 4> fields;
  for (int f = 0; f < (flow.spec.has_temperature ? 4 : 3); ++f)
    fields[std::size_t(f)] = flow_field<T>(flow, f, p, beyond);
  return fields;
}

template Field<double> flow_field(const oracle::Flow&, int, const Partition&, Beyond);
template Field<float> flow_field(const oracle::Flow&, int, const Partition&, Beyond);
template std::array<Field<double>, 4> flow_fields_of(const oracle::Flow&, const Partition&, Beyond);
template std::array<Field<float>, 4> flow_fields_of(const oracle::Flow&, const Partition&, Beyond);

} // namespace isobar
