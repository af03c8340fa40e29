#include "base/precision_list.hpp"
#include "box/axis_numbers.hpp"

#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/box/box_grid.hpp>

#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// Returns the rows of a table with its padding. Kernels may load whole packs, and a march loads whole teams of layers.
int padded_rows(int count) {
  constexpr int pack = 64;
  return (count + pack - 1) / pack * pack + pack;
}

template <class A>
AxisTable<A> table_of(const Axis& axis, int first, int count, bool halved,
                      const std::string& label) {
  const std::vector<NumbersOfCell> cells = numbers_of_axis(axis, first, count, halved);
  const AxisTable<A> table(label, padded_rows(count), axis_numbers);
  const auto host = Kokkos::create_mirror_view(table);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t n = 0; n < cells[i].size(); ++n) host(i, n) = A(cells[i][n]);
  for (std::size_t i = cells.size(); i < host.extent(0); ++i)
    for (const AxisNumber one : {AxisNumber::width, AxisNumber::total, AxisNumber::inner})
      host(i, std::size_t(one)) = A(1);
  Kokkos::deep_copy(table, host);
  return table;
}

void require_part_of(const BoxSpec& spec, const Partition& p) {
  if (p.global_nx != spec.x.cells() || p.global_ny != spec.y.cells() ||
      p.periodic != spec.periodic())
    throw std::invalid_argument("a partition of another box");
}

} // namespace

template <class A>
BoxGrid<A>::BoxGrid(const BoxSpec& spec, const Partition& partition, Halving halved, int index)
    : spec_(spec), partition_(partition), halved_(halved), index_(index),
      uniform_(spec.x.is_uniform() && spec.y.is_uniform() && spec.z.is_uniform()) {
  check(spec);
  require_part_of(spec, partition);
  const Region region(setup_part::geometry);
  x_ = table_of<A>(spec.x, partition.first_i, partition.nx, halved.x, "isobar box x");
  y_ = table_of<A>(spec.y, partition.first_j, partition.ny, halved.y, "isobar box y");
  z_ = table_of<A>(spec.z, 0, spec.z.cells(), halved.z, "isobar box z");
  for (std::size_t k = 0; k < labels_.size(); ++k) labels_[k] = kernel_label(Kernel(k), index);
}

template <class A> BoxGrid<A> BoxGrid<A>::part(int i, int j, int nx, int ny) const {
  const auto from = [](const AxisTable<A>& table, int first) {
    return Kokkos::subview(table, std::make_pair(std::size_t(first), table.extent(0)), Kokkos::ALL);
  };
  BoxGrid part = *this;
  part.partition_.first_i += i;
  part.partition_.first_j += j;
  part.partition_.nx = nx;
  part.partition_.ny = ny;
  part.x_ = from(x_, i);
  part.y_ = from(y_, j);
  return part;
}

template <class A> Int64 BoxGrid<A>::bytes(int nx, int ny, int nz) {
  const Int64 rows = Int64(padded_rows(nx)) + padded_rows(ny) + padded_rows(nz);
  return rows * axis_numbers * Int64(sizeof(A));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class BoxGrid)

} // namespace isobar
