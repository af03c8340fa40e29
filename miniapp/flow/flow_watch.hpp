#pragma once
#include "flow/flow_record.hpp"
#include "flow/flow_stability.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

namespace isobar {

/// Checks a flow in every step. Writes clock, energy and stability into its record, and whether
/// it was interrupted. All functions are collective, and all ranks reach the same result.
template <class P> class FlowWatch {
public:
  /// The stepper has the first state of the run. Deck and stepper must outlive the object.
  FlowWatch(const FlowDeck& deck, const FlowStepper<P>& stepper);

  /// The longest step that buoyancy and moving walls allow at rest (FlowStability).
  double longest_from_rest() const { return stability_.longest_from_rest(); }
  /// Takes the length of the first step, before it.
  /// Throws InputError if it is a fixed one and too long.
  void begin(double length, FlowRecord& record);
  /// Checks the flow after a step, whose status the record has.
  void look(FlowRecord& record);
  /// Computes the excess of the temperature over its range, at the end.
  void end(FlowRecord& record) const;

private:
  void sum_up(FlowRecord& record) const;

  const FlowDeck& deck_;
  const FlowStepper<P>& stepper_;
  TemperatureRange range_;  ///< the range at the beginning
  double begin_time_ = 0.0; ///< the time at the beginning
  FlowStability stability_;
};

} // namespace isobar
