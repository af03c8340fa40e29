#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_outputs.hpp"
#include "flow/flow_record.hpp"
#include "run/memory.hpp"

namespace isobar {

/// Runs a deck of a flow: sets up, steps until the deck or a signal ends it, verifies, stages the files of `outputs`, and times
/// the kernels of one step more. `meter` samples the device where it holds most. Collective. Throws InputError (restart file), EnvironmentError and std::bad_alloc.
FlowRecord run_flow(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter);

/// Peak of what a run of either problem allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const FlowDeck& deck, const Decomposition& decomposition,
                           const TransportPlan& transport);

} // namespace isobar
