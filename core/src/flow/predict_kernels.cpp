#include "base/precision_list.hpp"
#include "flow/flow_cells.hpp"
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
  static constexpr int fields = with_temperature ? flow_fields : flow_fields - 1;
  static constexpr int u = int(FlowField::u), v = int(FlowField::v), w = int(FlowField::w);
  [[maybe_unused]] static constexpr int t = int(FlowField::temperature);

  /// A field with its rates, its next numbers, and the mirrors beyond the bottom and the top.
  struct Carried {
    Numbers now, rates, next;
    Mirror<A> below, above;
  };
  Carried carried[flow_fields];
  A weight_now, weight_last, viscosity, diffusivity, buoyancy;
  /// Body force and buoyancy by axis, and the heat source.
  struct Driving {
    A force[3], lift[3], heat_source;
    explicit Driving(const FlowSpec& s) : heat_source(A(s.heat_source)) {
      for (std::size_t d = 0; d < 3; ++d)
        force[d] = A(s.force[d]), lift[d] = A(s.buoyancy * s.up[d]);
    }
  };
  Driving driving;
  ObstacleCells obstacles;

  Predict(const FlowGrid<A>& grid, const StageWeights& weights, const FlowFields<P>& now,
          const FlowFields<P>& rates, const FlowFields<P>& next)
      : Base(grid, now[0]), carried{of(0, grid, now, rates, next), of(1, grid, now, rates, next),
                                    of(2, grid, now, rates, next), of(3, grid, now, rates, next)},
        weight_now(weights.now), weight_last(weights.last), viscosity(grid.spec().viscosity),
        diffusivity(grid.spec().diffusivity), buoyancy(grid.spec().buoyancy), driving(grid.spec()),
        obstacles(grid) {}
  static Carried of(std::size_t f, const FlowGrid<A>& grid, const FlowFields<P>& now,
                    const FlowFields<P>& rates, const FlowFields<P>& next) {
    return {Numbers(now[f]), Numbers(rates[f]), Numbers(next[f]), grid.mirrors()[4][f],
            grid.mirrors()[5][f]};
  }

  struct Column {
    AxisCell<pack> x;
    AxisCell<A> y;
  };
  KOKKOS_FORCEINLINE_FUNCTION Column column(int i, int j) const {
    return {this->x.template at<pack>(i), this->y.template at<A>(j)};
  }

  struct Inputs {
    Window<pack> field[fields];
    pack last[fields];
    /// The velocities diagonally beside the cell.
    pack u_south_east, u_below_east, v_north_west, v_below_north, w_above_west, w_above_south;
  };
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
  /// The rate of a velocity on a low face, plus force and buoyancy along its axis.
  KOKKOS_FORCEINLINE_FUNCTION pack accelerated(int axis, const pack& rate, const Inputs& in) const {
    const pack forced = rate + pack(driving.force[axis]);
    if constexpr (with_temperature) {
      const Window<pack>& q = in.field[t];
      return forced + driving.lift[axis] * mean(axis == u   ? q.west
                                                : axis == v ? q.south
                                                            : q.below,
                                                q.centre);
    }
    return forced;
  }

  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_u(const Column& c, const AxisCell<A>& layer,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[u], &v_at = in.field[v], &w_at = in.field[w];
    pack rate =
        transported(around_face(c.x), viscosity, q.west, q.centre, q.east, mean(q.west, q.centre),
                    mean(q.centre, q.east)) +
        transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                    across(c.x, v_at.west, v_at.centre), across(c.x, in.v_north_west, v_at.north)) +
        transported(around_centre(layer), viscosity, q.below, q.centre, q.above,
                    across(c.x, w_at.west, w_at.centre), across(c.x, in.w_above_west, w_at.above));
    if constexpr (extended) rate = accelerated(u, rate, in);
    return c.x.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_v(const Column& c, const AxisCell<A>& layer,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[v], &u_at = in.field[u], &w_at = in.field[w];
    pack rate =
        transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                    across(c.y, u_at.south, u_at.centre), across(c.y, in.u_south_east, u_at.east)) +
        transported(around_face(c.y), viscosity, q.south, q.centre, q.north,
                    mean(q.south, q.centre), mean(q.centre, q.north)) +
        transported(around_centre(layer), viscosity, q.below, q.centre, q.above,
                    across(c.y, w_at.south, w_at.centre),
                    across(c.y, in.w_above_south, w_at.above));
    if constexpr (extended) rate = accelerated(v, rate, in);
    return c.y.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_w(const Column& c, const AxisCell<A>& layer,
                                             const Inputs& in) const {
    const Window<pack>&q = in.field[w], &u_at = in.field[u], &v_at = in.field[v];
    pack rate = transported(around_centre(c.x), viscosity, q.west, q.centre, q.east,
                            across(layer, u_at.below, u_at.centre),
                            across(layer, in.u_below_east, u_at.east)) +
                transported(around_centre(c.y), viscosity, q.south, q.centre, q.north,
                            across(layer, v_at.below, v_at.centre),
                            across(layer, in.v_below_north, v_at.north)) +
                transported(around_face(layer), viscosity, q.below, q.centre, q.above,
                            mean(q.below, q.centre), mean(q.centre, q.above));
    if constexpr (extended) rate = accelerated(w, rate, in);
    else if constexpr (with_temperature)
      rate = rate + buoyancy * mean(in.field[t].below, in.field[t].centre);
    return layer.open * rate;
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rate_of_temperature(const Column& c, const AxisCell<A>& layer,
                                                       const Inputs& in) const {
    const Window<pack>& q = in.field[t];
    return transported(around_centre(c.x), diffusivity, q.west, q.centre, q.east,
                       in.field[u].centre, in.field[u].east) +
           transported(around_centre(c.y), diffusivity, q.south, q.centre, q.north,
                       in.field[v].centre, in.field[v].north) +
           transported(around_centre(layer), diffusivity, q.below, q.centre, q.above,
                       in.field[w].centre, in.field[w].above);
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
    advance(u, c, in, stopped(u_closed, c, rate_of_u(column, layer, in)), active);
    advance(v, c, in, stopped(v_closed, c, rate_of_v(column, layer, in)), active);
    advance(w, c, in, stopped(w_closed, c, rate_of_w(column, layer, in)), active);
    if constexpr (with_temperature)
      advance(t, c, in, heated(rate_of_temperature(column, layer, in)), active);
  }
  /// Adds the heat source, in obstacles too, as no heat passes their surfaces.
  KOKKOS_FORCEINLINE_FUNCTION pack heated(const pack& rate) const {
    if constexpr (extended) return rate + pack(driving.heat_source);
    else return rate;
  }
  /// Makes a velocity 0 on the faces of obstacles.
  KOKKOS_FORCEINLINE_FUNCTION pack stopped(ObstacleBit b, const Cell& c, const pack& rate) const {
    if constexpr (extended)
      if (obstacles.any()) return chosen(obstacles.at(c), b, pack(A(0)), rate);
    return rate;
  }
};

/// Names the launch after the fields that it predicts.
template <class P, class Axis, bool extended, class... Arguments>
void launch_predict(const FlowGridOf<P>& grid, const Arguments&... arguments) {
  const auto launch = [&](Kernel name, const auto& kernel) {
    for_cells(grid.label(name), kernel, all_cells(grid));
  };
  if (grid.spec().has_temperature)
    launch(Kernel::flow_predict, Predict<P, Axis, true, extended>(grid, arguments...));
  else launch(Kernel::flow_predict_velocity, Predict<P, Axis, false, extended>(grid, arguments...));
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
