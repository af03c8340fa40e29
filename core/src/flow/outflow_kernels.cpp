#include "base/precision_list.hpp"
#include "box/box_cells.hpp"
#include "flow/obstacle_cells.hpp"

#include <isobar/core/flow/flow_kernels.hpp>

#include <array>

namespace isobar {
namespace {

/// A side of the box as kernels see it. Its faces are counted along the other horizontal axis, then by layer; those of the
/// bottom along x, then by row.
template <class P> struct SideFaces {
  using A = typename P::arithmetic;
  int axis, face,
      cell; ///< axis across the side; places along it of its faces, and of the cells beside them
  int first, count, layers;
  AxisCells<A> x, y, z;
  ObstacleCells obstacles;
  ObstacleBit closed;
  bool here; ///< whether this rank owns a part of the side

  SideFaces(const FlowGrid<A>& g, std::size_t side, int from = 0)
      : axis(int(side / 2)), face(0), cell(0), first(from), count(0), layers(0), x(g.x()), y(g.y()),
        z(g.z()), obstacles(g), closed(ObstacleBit(int(ObstacleBit::west) + int(side))) {
    const Partition& p = g.partition();
    here = std::array{p.at_west(), p.at_east(), p.at_south(), p.at_north(), true, true}[side];
    const int cells = std::array{g.nx(), g.ny(), g.nz()}[std::size_t(axis)];
    if (side % 2 == 1) face = cells, cell = cells - 1;
    count = axis == 0 ? g.ny() : g.nx();
    layers = axis == 2 ? g.ny() : g.nz();
  }
  Int64 faces() const { return here ? Int64(count - first) * layers : 0; }

  struct Place {
    int i, k, j;
  };
  /// Returns the place that belongs to the n-th face and has the index `at` across the side.
  KOKKOS_FORCEINLINE_FUNCTION Place place(Int64 n, int at) const {
    const int along = int(n % (count - first)) + first, layer = int(n / (count - first));
    if (axis == 0) return {at, layer, along};
    if (axis == 1) return {along, layer, at};
    return {along, at, layer};
  }
  KOKKOS_FORCEINLINE_FUNCTION A area(const Place& p) const {
    const A wx = x.at(FlowNumber::width, p.i), wy = y.at(FlowNumber::width, p.j),
            wz = z.at(FlowNumber::width, p.k);
    return axis == 0 ? wy * wz : axis == 1 ? wx * wz : wx * wy;
  }
  KOKKOS_FORCEINLINE_FUNCTION A width(const Place& p) const {
    return axis == 0   ? x.at(FlowNumber::width, p.i)
           : axis == 1 ? y.at(FlowNumber::width, p.j)
                       : z.at(FlowNumber::width, p.k);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_closed(Int64 n) const {
    if (!obstacles.any()) return false;
    const Place p = place(n, cell);
    const Cell c{p.i, p.k, p.j, 0}; // nvcc 13.0 cannot read a list in the call
    return has_bit(*obstacles.at(c), closed);
  }
};

using Faces = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;

/// Returns the side through which the flow leaves, or -1 if there is none.
int outflow_side(const FlowSpec& spec) {
  const auto walls = spec.walls();
  for (int n = 0; n < 6; ++n)
    if (walls[std::size_t(n)]->kind == WallKind::outflow) return n;
  return -1;
}

template <class P> struct SideFlux {
  using A = typename P::arithmetic;
  SideFaces<P> side;
  FieldOf<P> velocity;
  KOKKOS_FUNCTION void operator()(Int64 n, double& sum) const {
    const auto p = side.place(n, side.face);
    sum += double(side.area(side.place(n, side.cell))) * double(A(velocity(p.i, p.k, p.j)));
  }
};

template <class P> struct OpenArea {
  SideFaces<P> side;
  KOKKOS_FUNCTION void operator()(Int64 n, double& sum) const {
    if (!side.is_closed(n)) sum += double(side.area(side.place(n, side.cell)));
  }
};

template <class P> struct Leave {
  using A = typename P::arithmetic;
  SideFaces<P> side;
  FieldOf<P> now, next;
  A way; ///< the distance that the flow covers in the step
  KOKKOS_FUNCTION void operator()(Int64 n, double& sum) const {
    const auto at = side.place(n, side.face), inside = side.place(n, side.cell);
    const A share = way / side.width(inside);
    A x = A(0);
    if (!side.is_closed(n))
      x = (A(now(at.i, at.k, at.j)) + share * A(next(inside.i, inside.k, inside.j))) /
          (A(1) + share);
    next(at.i, at.k, at.j) = typename P::storage(x);
    sum += double(side.area(inside)) * double(x);
  }
};

template <class P> struct AddOnSide {
  using A = typename P::arithmetic;
  SideFaces<P> side;
  FieldOf<P> next;
  A more;
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const auto p = side.place(n, side.face);
    if (!side.is_closed(n))
      next(p.i, p.k, p.j) = typename P::storage(A(next(p.i, p.k, p.j)) + more);
  }
};

/// Sets the velocity on the outflow's faces, so that the cells beside them have no divergence. Also sets row or column -1,
/// which lies in the halo: the velocity beside it reads the flow through its faces.
template <class P> struct CloseSide {
  using A = typename P::arithmetic;
  SideFaces<P> side;
  FieldOf<P> across, along,
      up; ///< velocities: across the side, along the other horizontal axis, and w
  int top;
  bool around; ///< whether z is periodic
  KOKKOS_FUNCTION void operator()(Int64 n) const {
    const auto at = side.place(n, side.face), c = side.place(n, side.cell);
    const int di = side.axis == 0 ? 0 : 1, dj = 1 - di;
    const A other =
        (A(along(c.i + di, c.k, c.j + dj)) - A(along(c.i, c.k, c.j))) /
        (side.axis == 0 ? side.y.at(FlowNumber::width, c.j) : side.x.at(FlowNumber::width, c.i));
    const A high = c.k < top ? A(up(c.i, c.k + 1, c.j)) : around ? A(up(c.i, 0, c.j)) : A(0);
    const A upwards = (high - A(up(c.i, c.k, c.j))) / side.z.at(FlowNumber::width, c.k);
    across(at.i, at.k, at.j) =
        typename P::storage(A(across(c.i, c.k, c.j)) - side.width(c) * (other + upwards));
  }
};

} // namespace

template <class P> Sums FlowOutflow<P>::entering(const Grid& grid, const Fields& velocity) {
  Sums sums;
  for (std::size_t n = 0; n < 6; ++n) {
    const SideFaces<P> side(grid, n);
    const WallKind kind = grid.spec().walls()[n]->kind;
    double share = 0.0;
    if (kind == WallKind::inflow)
      Kokkos::parallel_reduce(grid.label(Kernel::flow_outflow), Faces(0, side.faces()),
                              SideFlux<P>{side, velocity[n / 2]}, share);
    sums.first += share;
    share = 0.0;
    if (kind == WallKind::outflow)
      Kokkos::parallel_reduce(grid.label(Kernel::flow_outflow), Faces(0, side.faces()),
                              OpenArea<P>{side}, share);
    sums.second += share;
  }
  return sums;
}

template <class P>
double FlowOutflow<P>::leave(const Grid& grid, double length, double speed, const Fields& now,
                             const Fields& next) {
  const SideFaces<P> side(grid, std::size_t(outflow_side(grid.spec())));
  const std::size_t f = std::size_t(side.axis);
  double sum = 0.0;
  Kokkos::parallel_reduce(grid.label(Kernel::flow_outflow), Faces(0, side.faces()),
                          Leave<P>{side, now[f], next[f], typename P::arithmetic(length * speed)},
                          sum);
  return sum;
}

template <class P> void FlowOutflow<P>::add(const Grid& grid, double more, const Fields& next) {
  const SideFaces<P> side(grid, std::size_t(outflow_side(grid.spec())));
  Kokkos::parallel_for(
      grid.label(Kernel::flow_outflow), Faces(0, side.faces()),
      AddOnSide<P>{side, next[std::size_t(side.axis)], typename P::arithmetic(more)});
}

template <class P> void FlowOutflow<P>::close(const Grid& grid, const Fields& velocity) {
  const SideFaces<P> side(grid, std::size_t(outflow_side(grid.spec())), -1);
  const std::size_t f = std::size_t(side.axis);
  Kokkos::parallel_for(grid.label(Kernel::flow_outflow), Faces(0, side.faces()),
                       CloseSide<P>{side, velocity[f], velocity[1 - f], velocity[2], grid.nz() - 1,
                                    grid.periodic_z()});
}

ISOBAR_INSTANTIATE_FOR_BOX(struct FlowOutflow)

} // namespace isobar
