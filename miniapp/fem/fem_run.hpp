#pragma once
#include "fem/fem_outputs.hpp"
#include "fem/fem_record.hpp"
#include "run/memory.hpp"

namespace isobar {

/// Runs a deck. Loads the mesh, chooses the transport of `context`, measures the machine and sets up. Solves `warmup + repeats` times and once more with
/// kernel timings. Times products and assembly, verifies, and stages the files of `outputs`. `meter` samples the device when it holds most. Collective.
/// Throws InputError (functions that are not finite on the mesh), EnvironmentError and std::bad_alloc.
FemRecord run_fem(FemContext& context, FemOutputs& outputs, MemoryMeter& meter);

} // namespace isobar
