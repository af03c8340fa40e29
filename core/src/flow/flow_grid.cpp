#include "base/precision_list.hpp"
#include "box/axis_numbers.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/flow/flow_grid.hpp>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace isobar {
namespace {

using FlowNumbersOfCell = std::array<double, flow_numbers>;

/// Of the cells -1 .. count; what the low face of cell -1 holds is used by nobody.
std::vector<FlowNumbersOfCell> flow_numbers_of(const Axis& axis, int first, int count) {
  std::vector<FlowNumbersOfCell> cells;
  double before = 0.0;
  for (const NumbersOfCell& cell : numbers_of_axis(axis, first, count, false)) {
    const double width = cell[std::size_t(AxisNumber::width)];
    const double low = before > 0.0 ? before : width;
    const bool wall = cell[std::size_t(AxisNumber::low)] == 0.0;
    cells.push_back(
        {width, 1.0 / width, 2.0 / (low + width), low / (low + width), wall ? 0.0 : 1.0});
    before = width;
  }
  return cells;
}

/// Kernels may load whole packs, and a march whole groups of 32 layers.
int padded_rows(int count) { return (count + 63) / 64 * 64 + 64; }

template <class A>
AxisTable<A> table_of(const Axis& axis, int first, int count, const std::string& label) {
  const std::vector<FlowNumbersOfCell> cells = flow_numbers_of(axis, first, count);
  const AxisTable<A> table(label, padded_rows(count), flow_numbers);
  const auto host = Kokkos::create_mirror_view(table);
  for (std::size_t i = 0; i < host.extent(0); ++i)
    for (std::size_t n = 0; n < flow_numbers; ++n)
      host(i, n) = A(cells[std::min(i, cells.size() - 1)][n]);
  Kokkos::deep_copy(table, host);
  return table;
}

void require_part_of(const FlowSpec& spec, const Partition& p) {
  if (p.global_nx != spec.x.cells() || p.global_ny != spec.y.cells() ||
      p.periodic != spec.periodic())
    throw std::invalid_argument("a partition of another box");
}

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

template <class A>
FlowGrid<A>::FlowGrid(const FlowSpec& spec, const Partition& p) : spec_(spec), partition_(p) {
  check(spec);
  require_part_of(spec, p);
  const Region region(setup_part::geometry);
  const BoxSpec box = pressure_box(spec);
  x_ = table_of<A>(box.x, p.first_i, p.nx, "isobar flow x");
  y_ = table_of<A>(box.y, p.first_j, p.ny, "isobar flow y");
  z_ = table_of<A>(box.z, 0, box.z.cells(), "isobar flow z");
  const std::array at_wall{p.at_west(),  p.at_east(),   p.at_south(),
                           p.at_north(), !periodic_z(), !periodic_z()};
  for (std::size_t n = 0; n < mirrors_.size(); ++n)
    if (at_wall[n]) mirrors_[n] = mirrors_of<A>(*spec.walls()[n], n / 2);
  has_side_walls_ = std::find(at_wall.begin(), at_wall.begin() + 4, true) != at_wall.begin() + 4;
  for (std::size_t k = 0; k < labels_.size(); ++k) labels_[k] = kernel_label(Kernel(k), 0);
}

template <class A> Int64 FlowGrid<A>::bytes(int nx, int ny, int nz) {
  const Int64 rows = Int64(padded_rows(nx)) + padded_rows(ny) + padded_rows(nz);
  return rows * flow_numbers * Int64(sizeof(A));
}

/// Across a single cell whose sides hold nothing nothing diffuses: flows in two dimensions.
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

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class FlowGrid)

} // namespace isobar
