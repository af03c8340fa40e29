#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_outputs.hpp"
#include "flow/flow_record.hpp"

namespace isobar {

/// Runs a deck of a flow: sets up, steps until the deck or a signal ends it, verifies, stages the files of `outputs`, and times
/// the kernels of one step more. Collective. Throws InputError (restart file), EnvironmentError and std::bad_alloc.
FlowRecord run_flow(const FlowContext& context, FlowOutputs& outputs);

/// Peak of what a run of either problem allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const FlowDeck& deck, const Decomposition& decomposition,
                           const TransportPlan& transport);

} // namespace isobar
