#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_record.hpp"

#include <vector>

/// What makes the run of a flow valid. All are collective.
namespace isobar {

/// The most that the divergence (FlowRecord::divergence) may be after a step of this length: what the pressure's tolerance leaves of
/// that before the last projection, and what rounding adds. last: the length of the step before.
template <class P>
double divergence_bound(const FlowDeck& deck, const FlowStepper<P>& stepper, double length,
                        double last, const StepReport& report);

/// Measures divergence and energy.
template <class P> void measure(const FlowStepper<P>& stepper, FlowRecord& record);

/// Finite fields, converged pressures, a divergence within its bound; the order of the pressure's equation.
template <class P>
std::vector<Check> flow_checks(const FlowContext& c, const FlowRecord& record, double bound);

} // namespace isobar
