#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_record.hpp"

#include <vector>

/// The checks that make the run of a flow valid. All functions are collective.
namespace isobar {

/// The largest divergence (FlowRecord::divergence) that a step of this length may leave: the divergence before
/// the last projection times the pressure's tolerance, plus rounding. last: the length of the step before.
template <class P>
double divergence_bound(const FlowDeck& deck, const FlowStepper<P>& stepper, double length,
                        double last, const StepReport& report);

/// Writes divergence and energy into the record.
template <class P> void measure(const FlowStepper<P>& stepper, FlowRecord& record);

/// Checks what a run knows without verification: finite and stable fields, bounded temperatures, converged pressures.
std::vector<Check> state_checks(const FlowContext& c, const FlowRecord& record);

/// Checks the state, the divergence's bound, and the order of the pressure's equation.
template <class P>
std::vector<Check> flow_checks(const FlowContext& c, const FlowRecord& record, double bound);

} // namespace isobar
