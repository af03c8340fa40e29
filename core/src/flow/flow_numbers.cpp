#include "flow/flow_numbers.hpp"
#include "box/axis_numbers.hpp"

#include <algorithm>
#include <tuple>

namespace isobar {

std::vector<FlowNumbersOfCell> flow_numbers_of(const Axis& axis, int first, int count) {
  std::vector<FlowNumbersOfCell> cells;
  double before = 0.0;
  int i = first - 1;
  for (const NumbersOfCell& cell : numbers_of_axis(axis, first, count, false)) {
    const double width = cell[std::size_t(AxisNumber::width)];
    const double low = before > 0.0 ? before : width;
    const bool wall = !axis.is_periodic() && i == 0;
    cells.push_back(
        {width, 1.0 / width, 2.0 / (low + width), low / (low + width), wall ? 0.0 : 1.0});
    before = width;
    ++i;
  }
  return cells;
}

namespace {

double largest_row_sum(const Axis& axis) {
  double largest = 0.0, width = 0.0, distance = 0.0;
  for (const FlowNumbersOfCell& cell : flow_numbers_of(axis, 0, axis.cells())) {
    const double next_width = cell[std::size_t(FlowNumber::inverse_width)],
                 next_distance = cell[std::size_t(FlowNumber::inverse_distance)];
    largest = std::max({largest, 2.0 * width * (distance + next_distance),
                        2.0 * next_distance * (width + next_width)});
    width = next_width;
    distance = next_distance;
  }
  return largest;
}

} // namespace

/// Nothing diffuses across a single cell whose sides are neither no-slip nor of a fixed temperature (flows in two dimensions).
double diffusion_rate(const FlowSpec& spec) {
  const BoxSpec box = pressure_box(spec);
  const auto holds = [](const Wall& wall) {
    return wall.kind == WallKind::no_slip || wall.heat == WallHeat::fixed;
  };
  double rate = 0.0;
  for (const auto& [axis, low, high] :
       {std::tuple(&box.x, &spec.west, &spec.east), std::tuple(&box.y, &spec.south, &spec.north),
        std::tuple(&box.z, &spec.bottom, &spec.top)})
    if (axis->cells() > 1 || holds(*low) || holds(*high)) rate += largest_row_sum(*axis);
  return rate;
}

} // namespace isobar
