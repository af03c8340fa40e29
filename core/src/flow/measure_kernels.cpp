#include "base/precision_list.hpp"
#include "flow/face_kernels.hpp"

namespace isobar {
namespace {

template <class P> struct Change : FlowKernel<P, 4> {
  using Base = FlowKernel<P, 4>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  static constexpr CellLaunch launch{.takes_largest = true};
  using Inputs = pack;
  struct Column {};
  Numbers now, before;

  Change(const FlowGrid<A>& grid, const FieldOf<P>& n, const FieldOf<P>& b)
      : Base(grid, n), now(n), before(b) {}
  KOKKOS_FORCEINLINE_FUNCTION Column column(int, int) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return load<pack>(now.at(c)) - load<pack>(before.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column&, const Cell&, const pack& difference,
                                        int active, LargestPacks<pack>& largest) const {
    largest.value = larger(largest.value, keep_active(absolute(difference), active));
  }
};

/// Sums the kinetic energy and the squared divergence.
template <class P> struct FlowSums : DivergenceKernel<P> {
  using Base = DivergenceKernel<P>;
  using Base::Base;
  using typename Base::A;
  using typename Base::Inputs;
  using typename Base::pack;

  struct Column {
    typename Base::Column cells;
    pack distance_x; ///< between centres, over the low face
    A distance_y;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    const auto distance = FlowNumber::inverse_distance;
    return {Base::column(i, j), A(1) / this->x.template number<pack>(distance, i),
            A(1) / this->y.template number<A>(distance, j)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack width_x = column.cells.width_x;
    const A width_y = column.cells.width_y,
            height = this->z.template number<A>(FlowNumber::width, c.k),
            distance_z = A(1) / this->z.template number<A>(FlowNumber::inverse_distance, c.k);
    const pack energy = A(0.5) * ((height * width_y) * column.distance_x * (in.u * in.u) +
                                  (height * column.distance_y) * width_x * (in.v * in.v) +
                                  (distance_z * width_y) * width_x * (in.w * in.w));
    const pack divergence = keep_active(this->divergence(column.cells, c, in), active);
    sums.first = sums.first + keep_active(energy, active);
    sums.second = sums.second + divergence * divergence;
  }
};

/// Sums velocity times temperature on the low faces across one axis, multiplied by their control volumes.
template <class P> struct Heat : FlowKernel<P, 4> {
  using Base = FlowKernel<P, 4>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  using typename Base::S;
  int axis;
  Numbers velocity, temperature;

  Heat(const FlowGrid<A>& grid, int along, const FlowFields<P>& f)
      : Base(grid, f[0]), axis(along), velocity(f[std::size_t(along)]),
        temperature(f[std::size_t(FlowField::temperature)]) {}

  /// Returns a cell's width, or with `across` the width of the control volume around the low face.
  template <class X>
  KOKKOS_FORCEINLINE_FUNCTION X width(const FlowAxis<A>& of, bool across, int n) const {
    if (across) return A(1) / of.template number<X>(FlowNumber::inverse_distance, n);
    return of.template number<X>(FlowNumber::width, n);
  }
  struct Column {
    pack area;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {width<A>(this->y, axis == 1, j) * width<pack>(this->x, axis == 0, i)};
  }
  struct Inputs {
    pack velocity, temperature;
  };
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    const S* at_t = temperature.at(c);
    const std::ptrdiff_t low = axis == 0   ? -1
                               : axis == 1 ? -this->strides.row
                                           : this->steps.below(c.k);
    return {load<pack>(velocity.at(c)), mean(load<pack>(at_t + low), load<pack>(at_t))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack carried =
        (width<A>(this->z, axis == 2, c.k) * column.area) * (in.velocity * in.temperature);
    sums.first = sums.first + keep_active(carried, active);
  }
};

} // namespace

template <class P>
double FlowMeasures<P>::change(const Grid& grid, const Vector& now, const Vector& before) {
  return sum_over_cells(grid.label(Kernel::flow_change), Change<P>(grid, now, before),
                        all_cells(grid))
      .value;
}

template <class P> Sums FlowMeasures<P>::sums(const Grid& grid, const Fields& velocity) {
  return sum_over_cells(grid.label(Kernel::flow_sums), FlowSums<P>(grid, velocity),
                        all_cells(grid));
}

template <class P> double FlowMeasures<P>::heat(const Grid& grid, int axis, const Fields& fields) {
  return sum_over_cells(grid.label(Kernel::flow_heat), Heat<P>(grid, axis, fields), all_cells(grid))
      .first;
}

ISOBAR_INSTANTIATE_FOR_BOX(struct FlowMeasures)

} // namespace isobar
