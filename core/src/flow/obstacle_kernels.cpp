#include "base/precision_list.hpp"
#include "flow/flow_cells.hpp"
#include "flow/obstacle_cells.hpp"

namespace isobar {
namespace {

template <class P> struct ObstacleApply : FlowKernel<P, 2> {
  using Base = FlowKernel<P, 2>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  Numbers u, v;
  ObstacleCells obstacles;

  ObstacleApply(const FlowGrid<A>& grid, const FieldOf<P>& of, const FieldOf<P>& image)
      : Base(grid, of), u(of), v(image), obstacles(grid) {}

  struct Column {
    pack width, low, high; ///< along x: 1 / distance over the low and the high face
    A width_y, low_y, high_y;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    using enum FlowNumber;
    return {this->x.template number<pack>(width, i),
            this->x.template number<pack>(inverse_distance, i),
            this->x.template number<pack>(inverse_distance, i + 1),
            this->y.template number<A>(width, j),
            this->y.template number<A>(inverse_distance, j),
            this->y.template number<A>(inverse_distance, j + 1)};
  }
  using Inputs = Window<pack>;
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return box_window<pack>(u.at(c), this->strides.row, this->steps, c.k);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    using enum ObstacleBit;
    const std::uint32_t* codes = obstacles.at(c);
    const auto flux = [&](ObstacleBit b, const pack& coupling, const pack& beside) {
      return chosen(codes, b, pack(A(0)), coupling * (in.centre - beside));
    };
    const A height = this->z.template number<A>(FlowNumber::width, c.k),
            low_z = this->z.template number<A>(FlowNumber::inverse_distance, c.k),
            high_z = this->z.template number<A>(FlowNumber::inverse_distance, c.k + 1);
    const pack image =
        (height * column.width_y) *
            (flux(no_flux_west, column.low, in.west) + flux(no_flux_east, column.high, in.east)) +
        height * (column.width * (flux(no_flux_south, pack(column.low_y), in.south) +
                                  flux(no_flux_north, pack(column.high_y), in.north))) +
        column.width_y * (column.width * (flux(no_flux_below, pack(low_z), in.below) +
                                          flux(no_flux_above, pack(high_z), in.above)));
    store(v.at(c), image, active);
    sums.first = sums.first + keep_active(image * in.centre, active);
  }
};

} // namespace

template <class P>
double ObstacleOperator<P>::apply(const Grid& grid, const Vector& u, const Vector& v) {
  return sum_over_cells(grid.label(Kernel::flow_obstacle_apply), ObstacleApply<P>(grid, u, v),
                        all_cells(grid))
      .first;
}

ISOBAR_INSTANTIATE_FOR_BOX(struct ObstacleOperator)

} // namespace isobar
