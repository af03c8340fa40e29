#pragma once
#include "flow/flow_record.hpp"
#include "flow/flow_stability.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

namespace isobar {

/// Checks a flow in every step, and writes clock, energy, stability and whether it was interrupted into its record. All functions
/// are collective, and all ranks find the same.
template <class P> class FlowWatch {
public:
  /// The stepper has the first state of the run. Deck and stepper must outlive it.
  FlowWatch(const FlowDeck& deck, const FlowStepper<P>& stepper);

  /// The longest step that buoyancy and moving walls allow at rest (FlowStability).
  double longest_from_rest() const { return stability_.longest_from_rest(); }
  /// Is called before the first step, of this length. Throws InputError if a fixed one is too long.
  void begin(double length, FlowRecord& record);
  /// Is called after a step, whose status the record has.
  void look(FlowRecord& record);
  /// Is called at the end; computes the excess of the temperature over its range.
  void end(FlowRecord& record) const;

private:
  void sum_up(FlowRecord& record) const;

  const FlowDeck& deck_;
  const FlowStepper<P>& stepper_;
  TemperatureRange range_;  ///< at the beginning
  double begin_time_ = 0.0; ///< of the run
  FlowStability stability_;
};

} // namespace isobar
