#pragma once
#include "kernel_works.hpp"

#include <isobar/core/flow/flow_kernels.hpp>
#include <isobar/core/flow/flow_sampler.hpp>

/// One call of every kernel of the flow, like kernel_works.hpp.
namespace isobar::bench {

/// A heated cube between walls of n x n columns of nz layers, at rest but for numbers that are not zero.
inline FlowSpec flow_spec(int n, int nz, bool has_temperature) {
  const auto axis = [](int cells) {
    return Axis::uniform(cells, 1.0, Boundary::neumann, Boundary::neumann);
  };
  FlowSpec s{axis(n), axis(n), axis(nz)};
  s.has_temperature = has_temperature;
  if (has_temperature) s.west.heat = WallHeat::fixed;
  return s;
}

template <class P> struct FlowPlace {
  FlowGridOf<P> heated, plain; ///< with and without temperature
  FlowFields<P> now, next, rates;
  FieldOf<P> f, p;
  FlowSampler<P> on_wall;
  SelfCommunicator<double> alone; ///< whatever the fields are of

  FlowPlace(int n, int nz)
      : heated(flow_spec(n, nz, true), Partition::whole(n, n)),
        plain(flow_spec(n, nz, false), Partition::whole(n, n)), f(filled<P>(n, nz)),
        p(filled<P>(n, nz)), on_wall(heated, wall_gradient(heated.spec(), 0)) {
    for (FlowFields<P>* fields : {&now, &next, &rates})
      for (FieldOf<P>& field : *fields) field = filled<P>(n, nz);
  }
  /// All of them.
  std::vector<FieldOf<P>> fields() const {
    std::vector<FieldOf<P>> all{f, p};
    for (const FlowFields<P>* of : {&now, &next, &rates})
      all.insert(all.end(), of->begin(), of->end());
    return all;
  }
};

/// Weights of 0 keep numbers finite in calls that follow each other.
template <class P> std::map<Kernel, Work<FlowPlace<P>>> flow_works() {
  using W = FlowPlace<P>;
  using M = FlowMeasures<P>;
  static constexpr StageWeights still{0.0, 0.0};
  return {
      {Kernel::flow_predict,
       [](W& w) { FlowPredictor<P>::predict(w.heated, still, w.now, w.rates, w.next); }},
      {Kernel::flow_predict_velocity,
       [](W& w) { FlowPredictor<P>::predict(w.plain, still, w.now, w.rates, w.next); }},
      {Kernel::flow_divergence,
       [](W& w) { FlowProjection<P>::divergence(w.heated, 1.0, w.now, w.f); }},
      {Kernel::flow_project,
       [](W& w) { (void)FlowProjection<P>::project(w.heated, 0.0, w.p, w.now); }},
      {Kernel::flow_walls, [](W& w) { FlowSides<P>::fill(w.plain, w.now); }},
      {Kernel::flow_change, [](W& w) { (void)M::change(w.heated, w.now[0], w.next[0]); }},
      {Kernel::flow_sums, [](W& w) { (void)M::sums(w.heated, w.now); }},
      {Kernel::flow_heat, [](W& w) { (void)M::heat(w.heated, 0, w.now); }},
      {Kernel::flow_sample, [](W& w) { (void)w.on_wall.take(w.alone, w.now[3]); }},
  };
}

} // namespace isobar::bench
