#include "base/precision_list.hpp"
#include "flow/flow_cells.hpp"
#include "flow/flow_rates.hpp"
#include "flow/obstacle_windows.hpp"

namespace isobar {
namespace {

/// A GPU's thread holds one layer, as it has some forty numbers of four fields in registers. `extended`: with obstacles, body
/// forces, gravity in any direction and a heat source.
template <class P, class Axis, bool with_temperature, bool extended>
struct Predict : FlowKernel<P, 1, Axis> {
  using Base = FlowKernel<P, 1, Axis>;
  using typename Base::A;
  using typename Base::Numbers;
  using typename Base::pack;
  using typename Base::S;
  using Rates = FlowRates<P, with_temperature, extended>;
  using Column = typename Rates::Column;
  using Inputs = typename Rates::Inputs;
  static constexpr int fields = Rates::fields;
  static constexpr int u = int(FlowField::u), v = int(FlowField::v), w = int(FlowField::w);
  [[maybe_unused]] static constexpr int t = int(FlowField::temperature);

  /// A field with its rates, its next numbers, and the mirrors beyond the bottom and the top.
  struct Carried {
    Numbers now, rates, next;
    Mirror<A> below, above;
  };
  Carried carried[flow_fields];
  A weight_now, weight_last;
  Rates rates_of;
  ObstacleCells obstacles;

  Predict(const FlowGrid<A>& grid, const StageWeights& weights, const FlowFields<P>& now,
          const FlowFields<P>& rates, const FlowFields<P>& next)
      : Base(grid, now[0]), carried{of(0, grid, now, rates, next), of(1, grid, now, rates, next),
                                    of(2, grid, now, rates, next), of(3, grid, now, rates, next)},
        weight_now(weights.now), weight_last(weights.last), rates_of(grid.spec()), obstacles(grid) {
  }
  static Carried of(std::size_t f, const FlowGrid<A>& grid, const FlowFields<P>& now,
                    const FlowFields<P>& rates, const FlowFields<P>& next) {
    return {Numbers(now[f]), Numbers(rates[f]), Numbers(next[f]), grid.mirrors()[4][f],
            grid.mirrors()[5][f]};
  }

  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {this->x.template at<pack>(i), this->y.template at<A>(j)};
  }

  KOKKOS_FORCEINLINE_FUNCTION Window<pack> window(const Carried& f, const Cell& c) const {
    Window<pack> seen = box_window<pack>(f.now.at(c), this->strides.row, this->steps, c.k);
    if (c.k == 0) seen.below = reflected(f.below, seen.below);
    if (c.k >= this->steps.top) seen.above = reflected(f.above, seen.above);
    return seen;
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    Inputs in;
    ISOBAR_UNROLL
    for (int f = 0; f < fields; ++f) {
      in.field[f] = window(carried[f], c);
      in.last[f] = load<pack>(carried[f].rates.at(c));
    }
    const std::ptrdiff_t row = this->strides.row, below = this->steps.below(c.k),
                         above = this->steps.above(c.k);
    const S *at_u = carried[u].now.at(c), *at_v = carried[v].now.at(c),
            *at_w = carried[w].now.at(c);
    in.u_south_east = load<pack>(at_u - row + 1);
    in.u_below_east = load<pack>(at_u + below + 1);
    in.v_north_west = load<pack>(at_v + row - 1);
    in.v_below_north = load<pack>(at_v + below + row);
    in.w_above_west = load<pack>(at_w + above - 1);
    in.w_above_south = load<pack>(at_w + above - row);
    if (c.k >= this->steps.top) {
      in.w_above_west = reflected(carried[w].above, in.w_above_west);
      in.w_above_south = reflected(carried[w].above, in.w_above_south);
    }
    if constexpr (extended)
      if (obstacles.any()) close_around<with_temperature>(obstacles.at(c), in.field);
    return in;
  }
  KOKKOS_FORCEINLINE_FUNCTION void advance(int f, const Cell& c, const Inputs& in, const pack& rate,
                                           int active) const {
    store(carried[f].next.at(c),
          in.field[f].centre + (weight_now * rate + weight_last * in.last[f]), active);
    store(carried[f].rates.at(c), rate, active);
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const Column& column, const Cell& c, const Inputs& in,
                                        int active, SumPacks<pack>&) const {
    using enum ObstacleBit;
    const AxisCell<A> layer = this->z.template at<A>(c.k);
    advance(u, c, in, stopped(u_closed, c, rates_of.of_u(column, layer, in)), active);
    advance(v, c, in, stopped(v_closed, c, rates_of.of_v(column, layer, in)), active);
    advance(w, c, in, stopped(w_closed, c, rates_of.of_w(column, layer, in)), active);
    if constexpr (with_temperature)
      advance(t, c, in, rates_of.of_temperature(column, layer, in), active);
  }
  /// Returns the rate of a velocity: 0 on the faces of obstacles, so that the velocity stays 0 there.
  KOKKOS_FORCEINLINE_FUNCTION pack stopped(ObstacleBit b, const Cell& c, const pack& rate) const {
    if constexpr (extended)
      if (obstacles.any()) return chosen(obstacles.at(c), b, pack(A(0)), rate);
    return rate;
  }
};

/// Names the launch after the fields that it predicts, and the codes of obstacles that it reads.
template <class P, class Axis, bool extended, class... Arguments>
void launch_predict(const FlowGridOf<P>& grid, const Arguments&... arguments) {
  const auto launch = [&](Kernel name, const auto& kernel) {
    for_cells(grid.label(name), kernel, all_cells(grid));
  };
  const bool free = grid.obstacles().empty();
  if (grid.spec().has_temperature)
    launch(free ? Kernel::flow_predict : Kernel::flow_predict_obstacles,
           Predict<P, Axis, true, extended>(grid, arguments...));
  else
    launch(free ? Kernel::flow_predict_velocity : Kernel::flow_predict_velocity_obstacles,
           Predict<P, Axis, false, extended>(grid, arguments...));
}

} // namespace

template <class P>
void FlowPredictor<P>::predict(const Grid& grid, const StageWeights& weights, const Fields& now,
                               const Fields& rates, const Fields& next) {
  using A = typename P::arithmetic;
  const auto launch = [&](auto extended) {
    if (grid.is_uniform())
      launch_predict<P, UniformFlowAxis<A>, extended>(grid, weights, now, rates, next);
    else launch_predict<P, FlowAxis<A>, extended>(grid, weights, now, rates, next);
  };
  if (grid.spec().is_driven() || !grid.obstacles().empty()) launch(std::true_type());
  else launch(std::false_type());
}

ISOBAR_INSTANTIATE_FOR_BOX(struct FlowPredictor)

} // namespace isobar
