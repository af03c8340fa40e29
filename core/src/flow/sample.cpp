#include <isobar/core/flow/flow_sampler.hpp>

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace isobar {
namespace {

/// One or two cells along an axis with their weights, and a constant.
struct Along {
  struct Part {
    int cell;
    double weight;
  };
  std::vector<Part> parts;
  double constant = 0.0;
};

/// The two walls of an axis.
struct Ends {
  const Axis* axis;
  const Wall *low, *high;
  bool periodic() const { return low->kind == WallKind::periodic; }
};
std::array<Ends, 3> ends_of(const FlowSpec& s) {
  return {{{&s.x, &s.west, &s.east}, {&s.y, &s.south, &s.north}, {&s.z, &s.bottom, &s.top}}};
}

/// Returns the position of the number of cell i. Cells -1 and n lie beyond the ends. They are as wide as the cells beside them
/// inside; on a periodic axis they are the cells of the other end.
double position(const Ends& ends, bool on_face, int i) {
  const Axis& axis = *ends.axis;
  const int n = axis.cells();
  if (i >= 0 && i < n) return on_face ? axis.interfaces[std::size_t(i)] : axis.centre(i);
  const double end = i < 0 ? axis.interfaces.front() : axis.interfaces.back();
  if (on_face && i == n) return end;
  const int beyond = ends.periodic() ? (i < 0 ? n - 1 : 0) : i < 0 ? 0 : n - 1;
  return end + (i < 0 ? -0.5 : 0.5) * axis.width(beyond);
}

/// Adds the number of cell i, which may lie beyond an end, as a weighted sum of cells inside.
void add(Along& along, const Ends& ends, const Mirror<double>& low, const Mirror<double>& high,
         int i, double weight) {
  const int n = ends.axis->cells();
  if (i >= 0 && i < n) return along.parts.push_back({i, weight});
  if (ends.periodic()) return along.parts.push_back({i < 0 ? n - 1 : 0, weight});
  const Mirror<double>& mirror = i < 0 ? low : high;
  along.parts.push_back({i < 0 ? 0 : n - 1, weight * mirror.factor});
  along.constant += weight * mirror.shift;
}

Along interpolated(const Ends& ends, bool on_face, const Mirror<double>& low,
                   const Mirror<double>& high, double x) {
  const int n = ends.axis->cells();
  int i = on_face ? 0 : -1;
  while (i + 1 < n && position(ends, on_face, i + 1) <= x) ++i;
  const double from = position(ends, on_face, i), to = position(ends, on_face, i + 1);
  const double share = (x - from) / (to - from);
  Along along;
  add(along, ends, low, high, i, 1.0 - share);
  add(along, ends, low, high, i + 1, share);
  return along;
}

/// Combines the axes one after the other, as halo corners are filled. The weights of the next axis multiply the constant of the
/// last one.
Sample product(const std::array<Along, 3>& along) {
  Sample sample;
  for (const auto& y : along[1].parts)
    for (const auto& z : along[2].parts)
      for (const auto& x : along[0].parts)
        sample.parts.push_back({x.cell, z.cell, y.cell, x.weight * y.weight * z.weight});
  for (const Along& axis : along) {
    double weights = 0.0;
    for (const auto& part : axis.parts) weights += part.weight;
    sample.constant = sample.constant * weights + axis.constant;
  }
  return sample;
}

[[noreturn]] void refuse_point(const std::array<double, 3>& point) {
  std::ostringstream line;
  line << "point (" << point[0] << ", " << point[1] << ", " << point[2]
       << "): expected one inside the box";
  throw std::invalid_argument(line.str());
}

/// Returns the two axes along a side, in their order.
std::array<std::size_t, 2> along_side(int side) {
  const int across = side / 2;
  return {std::size_t(across == 0 ? 1 : 0), std::size_t(across == 2 ? 1 : 2)};
}

} // namespace

Sample sample_at(const FlowSpec& spec, FlowField field, const std::array<double, 3>& point) {
  std::array<Along, 3> along;
  for (std::size_t d = 0; d < 3; ++d) {
    const Ends ends = ends_of(spec)[d];
    if (!(point[d] >= ends.axis->interfaces.front() && point[d] <= ends.axis->interfaces.back()))
      refuse_point(point);
    along[d] = interpolated(ends, std::size_t(field) == d,
                            mirrors_of<double>(*ends.low, d)[std::size_t(field)],
                            mirrors_of<double>(*ends.high, d)[std::size_t(field)], point[d]);
  }
  return product(along);
}

SampledLine line_through_middle(const FlowSpec& spec, FlowField field, int axis) {
  const auto ends = ends_of(spec);
  std::array<double, 3> point{};
  for (std::size_t d = 0; d < 3; ++d)
    point[d] = 0.5 * (ends[d].axis->interfaces.front() + ends[d].axis->interfaces.back());
  const Axis& along = *ends[std::size_t(axis)].axis;
  const bool on_face = int(field) == axis;
  SampledLine line{{along.interfaces.front()}, {}};
  for (int i = on_face ? 1 : 0; i < along.cells(); ++i)
    line.positions.push_back(position(ends[std::size_t(axis)], on_face, i));
  line.positions.push_back(along.interfaces.back());
  for (const double x : line.positions) {
    point[std::size_t(axis)] = x;
    line.samples.push_back(sample_at(spec, field, point));
  }
  return line;
}

Sample wall_gradient_at(const FlowSpec& spec, int side, int a, int b) {
  const std::size_t across = std::size_t(side) / 2;
  const Axis& axis = *ends_of(spec)[across].axis;
  const Wall& wall = *spec.walls()[std::size_t(side)];
  const std::string name(wall_names[std::size_t(side)]);
  if (wall.kind == WallKind::periodic) throw std::invalid_argument(name + ": expected a wall");
  if (wall.heat == WallHeat::insulated) return {};
  const int n = axis.cells();
  if (n < 2)
    throw std::invalid_argument(name + ": one cell across; a gradient on the wall wants two");
  const bool high = side % 2 == 1;
  const int first = high ? n - 1 : 0, second = high ? n - 2 : 1;
  const double near = 0.5 * axis.width(first), far = 2.0 * near + 0.5 * axis.width(second);
  const double scale = 1.0 / (near * far * (far - near));
  const auto part = [&](int cell, double weight) {
    const auto [first_along, second_along] = along_side(side);
    std::array<int, 3> at{};
    at[across] = cell, at[first_along] = a, at[second_along] = b;
    return Sample::Part{at[0], at[2], at[1], weight};
  };
  return {{part(first, -far * far * scale), part(second, near * near * scale)},
          (far * far - near * near) * scale * wall.temperature};
}

std::vector<Sample> mean_conduction(const FlowSpec& spec, int axis) {
  const auto ends = ends_of(spec);
  const std::size_t across = std::size_t(axis);
  const auto along = along_side(2 * axis);
  const std::size_t first = along[0], second = along[1];
  const Axis &a = *ends[first].axis, &b = *ends[second].axis;
  const double length = ends[across].axis->length(), area = a.length() * b.length();
  std::vector<Sample> samples;
  const auto add_side = [&](const Wall& wall, int cell, double sign) {
    if (wall.heat == WallHeat::fixed)
      return samples.push_back({{}, sign * wall.temperature / length});
    for (int m = 0; m < b.cells(); ++m) {
      Sample row;
      for (int n = 0; n < a.cells(); ++n) {
        std::array<int, 3> at{};
        at[across] = cell;
        at[first] = n;
        at[second] = m;
        row.parts.push_back(
            {at[0], at[2], at[1], sign * a.width(n) * b.width(m) / (area * length)});
      }
      samples.push_back(std::move(row));
    }
  };
  if (ends[across].periodic()) return samples;
  add_side(*ends[across].low, 0, 1.0);
  add_side(*ends[across].high, ends[across].axis->cells() - 1, -1.0);
  return samples;
}

std::vector<Sample> wall_gradient(const FlowSpec& spec, int side) {
  const auto [first, second] = along_side(side);
  const int na = ends_of(spec)[first].axis->cells(), nb = ends_of(spec)[second].axis->cells();
  std::vector<Sample> samples;
  for (int b = 0; b < nb; ++b)
    for (int a = 0; a < na; ++a) samples.push_back(wall_gradient_at(spec, side, a, b));
  return samples;
}

double mean_over_side(const FlowSpec& spec, int side, std::span<const double> numbers) {
  const auto [first, second] = along_side(side);
  const Axis &a = *ends_of(spec)[first].axis, &b = *ends_of(spec)[second].axis;
  double sum = 0.0;
  for (std::size_t n = 0; n < numbers.size(); ++n)
    sum += numbers[n] * a.width(int(n) % a.cells()) * b.width(int(n) / a.cells());
  return sum / (a.length() * b.length());
}

} // namespace isobar
