#pragma once
#include "kernel_works.hpp"

#include <isobar/core/flow/flow_kernels.hpp>
#include <isobar/core/flow/flow_sampler.hpp>

/// One call of every kernel of the flow; kernel_works.hpp has the other kernels.
namespace isobar::bench {

/// A heated cube between walls of n x n columns of nz layers, at rest but for numbers that are not zero.
inline FlowSpec walls_around(int n, int nz, bool has_temperature) {
  const auto axis = [](int cells) {
    return Axis::uniform(cells, 1.0, Boundary::neumann, Boundary::neumann);
  };
  FlowSpec s{axis(n), axis(n), axis(nz)};
  s.has_temperature = has_temperature;
  if (has_temperature) s.west.heat = WallHeat::fixed;
  return s;
}
/// The same with a block in its middle.
inline FlowSpec around_a_block(int n, int nz, bool has_temperature) {
  FlowSpec s = walls_around(n, nz, has_temperature);
  s.obstacles = {{Obstacle::Shape::box, {0.25, 0.25, 0.25}, {0.75, 0.75, 0.75}}};
  return s;
}
/// Fluid enters in the west and leaves in the east.
inline FlowSpec flow_through(int n, int nz) {
  FlowSpec s = walls_around(n, nz, false);
  s.west.kind = WallKind::inflow;
  s.west.velocity = {1.0, 0.0, 0.0};
  s.east.kind = WallKind::outflow;
  return s;
}

template <class P> struct FlowPlace {
  FlowGridOf<P> heated, plain; ///< with and without temperature
  FlowGridOf<P> heated_block, plain_block, through;
  FlowFields<P> now, next, rates;
  FieldOf<P> f, p;
  FlowSampler<P> on_wall;
  SelfCommunicator<double> alone; ///< for fields of any precision

  FlowPlace(int n, int nz)
      : heated(walls_around(n, nz, true), Partition::whole(n, n)),
        plain(walls_around(n, nz, false), Partition::whole(n, n)),
        heated_block(around_a_block(n, nz, true), Partition::whole(n, n)),
        plain_block(around_a_block(n, nz, false), Partition::whole(n, n)),
        through(flow_through(n, nz), Partition::whole(n, n)), f(filled<P>(n, nz)),
        p(filled<P>(n, nz)), on_wall(heated, wall_gradient(heated.spec(), 0)) {
    for (FlowFields<P>* fields : {&now, &next, &rates})
      for (FieldOf<P>& field : *fields) field = filled<P>(n, nz);
  }
  /// All fields.
  std::vector<FieldOf<P>> fields() const {
    std::vector<FieldOf<P>> all{f, p};
    for (const FlowFields<P>* of : {&now, &next, &rates})
      all.insert(all.end(), of->begin(), of->end());
    return all;
  }
};

/// Weights of 0 keep numbers finite in successive calls.
template <class P> std::map<Kernel, Work<FlowPlace<P>>> flow_works() {
  using W = FlowPlace<P>;
  using M = FlowMeasures<P>;
  static constexpr StageWeights still{0.0, 0.0};
  return {
      {Kernel::flow_predict,
       [](W& w) { FlowPredictor<P>::predict(w.heated, still, w.now, w.rates, w.next); }},
      {Kernel::flow_predict_velocity,
       [](W& w) { FlowPredictor<P>::predict(w.plain, still, w.now, w.rates, w.next); }},
      {Kernel::flow_predict_obstacles,
       [](W& w) { FlowPredictor<P>::predict(w.heated_block, still, w.now, w.rates, w.next); }},
      {Kernel::flow_predict_velocity_obstacles,
       [](W& w) { FlowPredictor<P>::predict(w.plain_block, still, w.now, w.rates, w.next); }},
      {Kernel::flow_divergence,
       [](W& w) { FlowProjection<P>::divergence(w.heated, 1.0, w.now, w.f); }},
      {Kernel::flow_project,
       [](W& w) { (void)FlowProjection<P>::project(w.heated, 0.0, w.p, w.now); }},
      {Kernel::flow_project_obstacles,
       [](W& w) { (void)FlowProjection<P>::project(w.heated_block, 0.0, w.p, w.now); }},
      {Kernel::flow_obstacle_apply,
       [](W& w) { (void)ObstacleOperator<P>::apply(w.plain_block, w.p, w.f); }},
      {Kernel::flow_outflow,
       [](W& w) {
         using O = FlowOutflow<P>;
         (void)O::entering(w.through, w.now);
         (void)O::leave(w.through, 1.0, 1.0, w.now, w.next);
         O::add(w.through, 0.0, w.next);
         O::close(w.through, w.next);
       }},
      {Kernel::flow_walls, [](W& w) { FlowSides<P>::fill(w.plain, w.now); }},
      {Kernel::flow_change, [](W& w) { (void)M::change(w.heated, w.now[0], w.next[0]); }},
      {Kernel::flow_sums, [](W& w) { (void)M::sums(w.heated, w.now); }},
      {Kernel::flow_heat, [](W& w) { (void)M::heat(w.heated, 0, w.now); }},
      {Kernel::flow_sample, [](W& w) { (void)w.on_wall.take(w.alone, w.now[3]); }},
  };
}

} // namespace isobar::bench
