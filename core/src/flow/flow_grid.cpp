#include "base/precision_list.hpp"
#include "flow/flow_numbers.hpp"

#include <isobar/core/base/region.hpp>
#include <isobar/core/flow/flow_grid.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace isobar {
namespace {

/// Returns the rows of a table with its padding. Kernels may load whole packs, and a march loads whole groups of 32 layers.
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

} // namespace

template <class A>
FlowGrid<A>::FlowGrid(const FlowSpec& spec, const Partition& p) : spec_(spec), partition_(p) {
  check(spec);
  require_part_of(spec, p);
  const Region region(setup_part::geometry);
  const BoxSpec box = pressure_box(spec);
  uniform_ = box.x.is_uniform() && box.y.is_uniform() && box.z.is_uniform();
  x_ = table_of<A>(box.x, p.first_i, p.nx, "isobar flow x");
  y_ = table_of<A>(box.y, p.first_j, p.ny, "isobar flow y");
  z_ = table_of<A>(box.z, 0, box.z.cells(), "isobar flow z");
  const std::array at_wall{p.at_west(),  p.at_east(),   p.at_south(),
                           p.at_north(), !periodic_z(), !periodic_z()};
  for (std::size_t n = 0; n < mirrors_.size(); ++n)
    if (at_wall[n]) mirrors_[n] = mirrors_of<A>(*spec.walls()[n], n / 2);
  obstacles_ = ObstacleCodes(spec, p);
  has_side_walls_ = std::find(at_wall.begin(), at_wall.begin() + 4, true) != at_wall.begin() + 4;
  for (std::size_t k = 0; k < labels_.size(); ++k) labels_[k] = kernel_label(Kernel(k), 0);
}

template <class A> Int64 FlowGrid<A>::bytes(int nx, int ny, int nz) {
  const Int64 rows = Int64(padded_rows(nx)) + padded_rows(ny) + padded_rows(nz);
  return rows * flow_numbers * Int64(sizeof(A));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class FlowGrid)

} // namespace isobar
