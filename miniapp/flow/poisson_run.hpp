#pragma once
#include "flow/flow_context.hpp"
#include "flow/flow_outputs.hpp"
#include "run/memory.hpp"
#include "run/record.hpp"

namespace isobar {

/// Runs a deck of the Poisson equation. It measures the machine, sets up, and solves `warmup +
/// repeats` times and once more with kernel timings. Then it verifies, and stages the files of
/// `outputs`. `meter` samples the device at its peak. Collective. Throws InputError (right-hand
/// side), EnvironmentError and std::bad_alloc.
SolveRecord run_poisson(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter);

} // namespace isobar
