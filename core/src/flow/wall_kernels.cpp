#include "base/precision_list.hpp"
#include "device/halo_frame.hpp"
#include "flow/transport.hpp"

#include <isobar/core/flow/flow_kernels.hpp>

namespace isobar {
namespace {

/// Every halo cell beyond a wall takes the mirror image of the cell inside. A corner beyond two walls is reflected twice. The
/// kernel reads owned cells and halo cells of other ranks, which it does not write.
template <class P> struct FillSides {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using Number = Pack<A, 1>;
  FieldOf<P> field[flow_fields];
  Mirror<A> mirror[4][flow_fields]; ///< west, east, south, north
  bool wall[4];
  HaloFrame halo;
  int fields;

  FillSides(const FlowGrid<A>& grid, const FlowFields<P>& all)
      : halo{all[0].shape()}, fields(grid.spec().has_temperature ? flow_fields : flow_fields - 1) {
    const Partition& p = grid.partition();
    const bool at_wall[4] = {p.at_west(), p.at_east(), p.at_south(), p.at_north()};
    for (std::size_t f = 0; f < flow_fields; ++f) field[f] = all[f];
    for (std::size_t n = 0; n < 4; ++n) {
      wall[n] = at_wall[n];
      for (std::size_t f = 0; f < flow_fields; ++f) mirror[n][f] = grid.mirrors()[n][f];
    }
  }
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const FieldShape& s = halo.shape;
    const auto [i, k, j] = halo.place(n);
    const int side_x = i < 0 ? 0 : i >= s.nx ? 1 : -1, side_y = j < 0 ? 2 : j >= s.ny ? 3 : -1;
    const bool beyond_x = side_x >= 0 && wall[side_x], beyond_y = side_y >= 0 && wall[side_y];
    if (!beyond_x && !beyond_y) return;
    const int from_i = !beyond_x ? i
                       : i < 0   ? 0
                                 : s.nx - 1,
              from_j = !beyond_y ? j
                       : j < 0   ? 0
                                 : s.ny - 1;
    for (int f = 0; f < fields; ++f) {
      Number x(A(field[f](from_i, k, from_j)));
      if (beyond_x) x = reflected(mirror[side_x][f], x);
      if (beyond_y) x = reflected(mirror[side_y][f], x);
      field[f](i, k, j) = S(x.get(0));
    }
  }
};

} // namespace

template <class P> void FlowSides<P>::fill(const FlowGridOf<P>& grid, const FlowFields<P>& fields) {
  if (!grid.has_side_walls()) return;
  const FillSides<P> kernel(grid, fields);
  Kokkos::parallel_for(
      grid.label(Kernel::flow_walls),
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, kernel.halo.cells()),
      kernel);
}

ISOBAR_INSTANTIATE_FOR_BOX(struct FlowSides)

} // namespace isobar
