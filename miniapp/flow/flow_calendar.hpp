#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/flow/flow_clock.hpp>

#include <string_view>

namespace isobar {

/// Tells from the deck and the clock alone when outputs and the end of a flow are due.
class FlowCalendar {
public:
  /// The deck must outlive the calendar.
  explicit FlowCalendar(const FlowDeck& deck) : deck_(deck) {}

  /// The length of the next step: the deck's fixed one, or `stable`, but not past the end or the next
  /// output. The last step but one before these covers half of the rest, so that no step is very short.
  double step_length(const FlowClock& clock, double stable) const;
  /// Whether an output is due after the last step.
  bool is_output_due(const FlowClock& clock) const;
  /// The number of outputs that were due before the last step ended, if all steps followed this deck.
  int outputs_before(const FlowClock& clock) const;
  /// The key of [time] that ends the run here: "end_time" or "most_steps"; empty if none does.
  std::string_view ended_by(const FlowClock& clock) const;

private:
  double next_output(double time) const;
  const FlowDeck& deck_;
};

} // namespace isobar
