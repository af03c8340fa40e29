#pragma once
#include "pressure/run/pressure_context.hpp"
#include "pressure/run/pressure_outputs.hpp"
#include "pressure/run/pressure_result.hpp"
#include "run/memory.hpp"

namespace isobar {

/// Runs the deck: measures the machine, sets up, solves `warmup + repeats` times and once more with
/// kernel timings, verifies, and stages the files of `outputs`. `meter` samples the device when it holds
/// most memory. Collective. Throws InputError (right-hand side), EnvironmentError and std::bad_alloc.
RunResult run(const RunContext& context, Outputs& outputs, MemoryMeter& meter);

} // namespace isobar
