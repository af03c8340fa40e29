#include "flow/flow_watch.hpp"

#include "run/progress.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace isobar {

template <class P>
FlowWatch<P>::FlowWatch(const FlowDeck& deck, const FlowStepper<P>& stepper)
    : deck_(deck), stepper_(stepper), range_(temperature_range(deck, stepper)),
      stability_(deck, range_, double(std::numeric_limits<typename P::storage>::epsilon())) {}

/// Sums the numbers that a step needs over all ranks, in one all-reduce.
template <class P> void FlowWatch<P>::sum_up(FlowRecord& record) const {
  std::array<double, 2> sums{double(signal_received()), stepper_.own_energy()};
  stepper_.ranks().sum(sums);
  record.clock = stepper_.clock();
  record.interrupted = sums[0] > 0.0;
  record.energy = sums[1];
}

template <class P> void FlowWatch<P>::begin(double length, FlowRecord& record) {
  sum_up(record);
  begin_time_ = record.clock.time;
  stability_.begin(length, stepper_.cfl_rate(), record.energy);
  record.stability = stability_.seen();
}

template <class P> void FlowWatch<P>::look(FlowRecord& record) {
  sum_up(record);
  if (!std::isfinite(record.energy)) record.status = StepStatus::not_finite;
  if (record.status == StepStatus::not_finite) return;
  if (!stability_.admits(record.clock, stepper_.cfl_rate(), record.energy))
    record.status = StepStatus::unstable;
  record.stability = stability_.seen();
}

template <class P> void FlowWatch<P>::end(FlowRecord& record) const {
  TemperatureRange allowed = range_;
  const double heated = deck_.fluid.heat_source * (record.clock.time - begin_time_);
  (heated < 0.0 ? allowed.low : allowed.high) += heated;
  record.temperature_excess = excess(allowed, temperature_range(deck_, stepper_));
}

template class FlowWatch<Double>;
template class FlowWatch<Float>;

} // namespace isobar
