#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/flow/flow_clock.hpp>

#include <string_view>

namespace isobar {

/// When a flow's outputs and its end are due, by the deck and the clock alone.
class FlowCalendar {
public:
  /// The deck must outlive it.
  explicit FlowCalendar(const FlowDeck& deck) : deck_(deck) {}

  /// The length of the next step: the deck's fixed one, or `stable`; not beyond the end or the next output, to which the last step
  /// but one already makes half the way, so that no step is very short.
  double step_length(const FlowClock& clock, double stable) const;
  /// Whether an output is due behind the last step.
  bool is_output_due(const FlowClock& clock) const;
  /// How many outputs were due before the last step ended, if all steps were made by this deck.
  int outputs_before(const FlowClock& clock) const;
  /// The key of [time] that ends the run here: "end_time" or "most_steps"; empty if none does.
  std::string_view ended_by(const FlowClock& clock) const;

private:
  double next_output(double time) const;
  const FlowDeck& deck_;
};

} // namespace isobar
