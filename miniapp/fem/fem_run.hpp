#pragma once
#include "fem/fem_outputs.hpp"
#include "fem/fem_record.hpp"
#include "run/memory.hpp"

namespace isobar {

/// Runs a deck: loads the mesh, chooses the transport of `context`, measures the machine and sets up. It
/// solves `warmup + repeats` times and once more with kernel timings. Then it times products and assembly,
/// verifies, and stages the files of `outputs`. `meter` samples the device when it holds most. Collective.
/// Throws InputError (functions that are not finite on the mesh), EnvironmentError and std::bad_alloc.
FemRecord run_fem(FemContext& context, FemOutputs& outputs, MemoryMeter& meter);

} // namespace isobar
