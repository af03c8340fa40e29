#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_outputs.hpp"
#include "flow/flow_record.hpp"
#include "run/memory.hpp"

namespace isobar {

/// Runs a deck of a flow: sets up, steps to the end, verifies, and stages the files of `outputs`.
/// Times the kernels of one more step. `meter` samples the device at its peak. Collective. Throws
/// InputError (restart file), EnvironmentError and std::bad_alloc.
FlowRecord run_flow(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter);

/// The peak of the memory that a run of either problem allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const FlowDeck& deck, const Decomposition& decomposition,
                           const TransportPlan& transport);

} // namespace isobar
