#include "support_flow.hpp"

#include <algorithm>
#include <cmath>

namespace isobar::oracle {
namespace {

template <class Visit> void for_cells(const Flow& flow, const Visit& visit) {
  for (int j = 0; j < flow.ny(); ++j)
    for (int i = 0; i < flow.nx(); ++i)
      for (int k = 0; k < flow.nz(); ++k) visit(i, k, j);
}

Array zeros(const FlowSpec& s) { return {s.x.cells(), s.y.cells(), s.z.cells()}; }

/// The number beyond a wall across `axis`, from the one beside it.
double beyond(const Wall& wall, int axis, int field, double inside) {
  if (field == axis) return 0.0;
  if (field == 3) return wall.heat == WallHeat::fixed ? 2.0 * wall.temperature - inside : inside;
  return wall.kind == WallKind::no_slip ? 2.0 * wall.velocity[std::size_t(field)] - inside : inside;
}

} // namespace

Flow::Flow(const FlowSpec& s) : spec(s), fields{zeros(s), zeros(s), zeros(s), zeros(s)} {}

Flow Flow::random(const FlowSpec& spec, int seed) {
  Flow flow(spec);
  for (int f = 0; f < 4; ++f) {
    Array& field = flow.fields[std::size_t(f)];
    field = rounded_to_float(oracle::random(flow.nx(), flow.ny(), flow.nz(), seed + f));
    for_cells(flow, [&](int i, int k, int j) {
      const bool wall = f < 3 && flow.is_closed(f, i, k, j);
      field(j, i, k) = wall ? 0.0 : field(j, i, k) - 0.5; // of either sign
    });
  }
  return flow;
}

/// Beyond two walls: along x first, then y, then z.
double Flow::at(int f, int i, int k, int j) const {
  const std::array<int, 3> place{i, j, k};
  for (int axis = 2; axis >= 0; --axis) {
    const int n = cells(axis), at_axis = place[std::size_t(axis)];
    if (at_axis >= 0 && at_axis < n) continue;
    std::array<int, 3> inside = place;
    inside[std::size_t(axis)] = is_periodic(axis) ? (at_axis + n) % n : at_axis < 0 ? 0 : n - 1;
    const double number = at(f, inside);
    if (is_periodic(axis)) return number;
    return beyond(at_axis < 0 ? low(axis) : high(axis), axis, f, number);
  }
  return fields[std::size_t(f)](j, i, k);
}

double Flow::width(int axis, int i) const {
  const Axis& a = axis == 0 ? spec.x : axis == 1 ? spec.y : spec.z;
  const int n = a.cells();
  return a.width(is_periodic(axis) ? (i + n) % n : std::clamp(i, 0, n - 1));
}

bool Flow::is_solid(int i, int k, int j) const {
  std::array<int, 3> p{i, j, k};
  for (int axis = 0; axis < 3; ++axis) {
    int& n = p[std::size_t(axis)];
    if (is_periodic(axis)) n = (n + cells(axis)) % cells(axis);
    if (n < 0 || n >= cells(axis)) return false;
  }
  return spec.is_solid(p[0], p[1], p[2]);
}

bool Flow::is_closed(int axis, int i, int k, int j) const {
  Place below{i, j, k};
  --below[std::size_t(axis)];
  return on_wall(axis, below[std::size_t(axis)] + 1) || is_solid(i, k, j) || is_solid(below);
}

/// The number beside a control volume. A velocity in an obstacle is such that it is 0 on the
/// surface, half a cell away. The temperature in one is the own one.
double Flow::beside(int field, const Place& p, const Place& outside) const {
  if (field == 3) return is_solid(outside) || is_solid(p) ? at(field, p) : at(field, outside);
  Place below = outside;
  --below[std::size_t(field)];
  const bool along = outside[std::size_t(field)] == p[std::size_t(field)];
  return along && is_solid(outside) && is_solid(below) ? -at(field, p) : at(field, outside);
}

/// The flow through a face of area 1 across `axis` below the place, for the control volume of a
/// field. This is that of cells for the temperature, else the two halves of cells around the face
/// with the velocity.
double Flow::flow_through(int field, int axis, const Place& p) const {
  if (field == 3) return at(axis, p);
  Place below = p;
  --below[std::size_t(field)];
  if (field == axis) return 0.5 * (at(axis, below) + at(axis, p));
  const int i = p[std::size_t(field)];
  return (0.5 * width(field, i - 1) * at(axis, below) + 0.5 * width(field, i) * at(axis, p)) /
         distance(field, i);
}

double Flow::rate(int field, const Place& p) const {
  const double diffusivity = field == 3 ? spec.diffusivity : spec.viscosity;
  double in = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const int n = p[std::size_t(axis)];
    const bool staggered = axis == field; // faces of the control volume are centres of cells
    const double volume_width = staggered ? distance(axis, n) : width(axis, n);
    for (const int side : {0, 1}) {
      Place outside = p, face = p;
      outside[std::size_t(axis)] += side == 0 ? -1 : 1;
      face[std::size_t(axis)] += side;
      const double to_outside =
          staggered ? width(axis, side == 0 ? n - 1 : n) : distance(axis, n + side);
      const double flow = flow_through(field, axis, face) * (side == 0 ? 1.0 : -1.0);
      const double there = beside(field, p, outside);
      in += flow * 0.5 * (at(field, p) + there) / volume_width;
      in += diffusivity * (there - at(field, p)) / to_outside / volume_width;
    }
  }
  if (field == 3) return in + spec.heat_source;
  Place below = p;
  --below[std::size_t(field)];
  const std::size_t d = std::size_t(field);
  const double warmth = spec.has_temperature ? 0.5 * (at(3, p) + beside(3, p, below)) : 0.0;
  return in + spec.force[d] + spec.buoyancy * spec.up[d] * warmth;
}

std::array<Array, 4> Flow::rates() const {
  std::array<Array, 4> all{zeros(spec), zeros(spec), zeros(spec), zeros(spec)};
  for_cells(*this, [&](int i, int k, int j) {
    const Place p{i, j, k};
    for (int f = 0; f < 4; ++f)
      all[std::size_t(f)](j, i, k) = f < 3 && is_closed(f, i, k, j) ? 0.0 : rate(f, p);
  });
  return all;
}

Array Flow::divergence() const {
  Array all = zeros(spec);
  for_cells(*this, [&](int i, int k, int j) {
    const double hx = width(0, i), hy = width(1, j), hz = width(2, k);
    all(j, i, k) = (at(0, i + 1, k, j) - at(0, i, k, j)) * hy * hz +
                   (at(1, i, k, j + 1) - at(1, i, k, j)) * hx * hz +
                   (at(2, i, k + 1, j) - at(2, i, k, j)) * hx * hy;
  });
  return all;
}

std::array<Array, 3> Flow::projected(double length, const Array& p) const {
  std::array<Array, 3> all{fields[0], fields[1], fields[2]};
  const auto pressure = [&](int i, int k, int j) {
    return p((j + ny()) % ny(), (i + nx()) % nx(), (k + nz()) % nz());
  };
  for_cells(*this, [&](int i, int k, int j) {
    const double own = pressure(i, k, j);
    if (!is_closed(0, i, k, j))
      all[0](j, i, k) -= length * (own - pressure(i - 1, k, j)) / distance(0, i);
    if (!is_closed(1, i, k, j))
      all[1](j, i, k) -= length * (own - pressure(i, k, j - 1)) / distance(1, j);
    if (!is_closed(2, i, k, j))
      all[2](j, i, k) -= length * (own - pressure(i, k - 1, j)) / distance(2, k);
  });
  return all;
}

Array Flow::image(const Array& p) const {
  Flow gradient(spec);
  const std::array<Array, 3> moved = gradient.projected(1.0, p);
  for (std::size_t f = 0; f < 3; ++f) gradient.fields[f] = moved[f];
  return gradient.divergence();
}

double Flow::cfl_rate() const {
  double largest = 0.0;
  for_cells(*this, [&](int i, int k, int j) {
    largest = std::max(largest, std::abs(at(0, i, k, j)) / distance(0, i) +
                                    std::abs(at(1, i, k, j)) / distance(1, j) +
                                    std::abs(at(2, i, k, j)) / distance(2, k));
  });
  return largest;
}

double Flow::kinetic_energy() const {
  double sum = 0.0;
  for_cells(*this, [&](int i, int k, int j) {
    const Place p{i, j, k};
    for (int f = 0; f < 3; ++f) {
      double volume = 1.0;
      for (int axis = 0; axis < 3; ++axis)
        volume *=
            axis == f ? distance(axis, p[std::size_t(axis)]) : width(axis, p[std::size_t(axis)]);
      sum += 0.5 * volume * at(f, p) * at(f, p);
    }
  });
  return sum;
}

double Flow::heat(int axis) const {
  double sum = 0.0;
  for_cells(*this, [&](int i, int k, int j) {
    const Place p{i, j, k};
    Place below = p;
    --below[std::size_t(axis)];
    double volume = 1.0;
    for (int a = 0; a < 3; ++a)
      volume *= a == axis ? distance(a, p[std::size_t(a)]) : width(a, p[std::size_t(a)]);
    sum += volume * at(axis, p) * 0.5 * (at(3, p) + at(3, below));
  });
  return sum;
}

} // namespace isobar::oracle
