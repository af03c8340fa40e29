#pragma once
#include "output/outputs.hpp"
#include "run/context.hpp"
#include "run/result.hpp"

namespace isobar {

/// Runs the deck: measures the machine, sets up, solves `warmup + repeats` times and once more
/// with kernel timings, verifies, stages the files of `outputs`. Collective. Throws InputError
/// (right-hand side), EnvironmentError and std::bad_alloc.
RunResult run(const RunContext& context, Outputs& outputs);

} // namespace isobar
