#pragma once
#include "fem/fem_outputs.hpp"
#include "fem/fem_record.hpp"

namespace isobar {

/// Runs a deck: loads the mesh, chooses the transport of `context`, measures the machine, sets up, solves `warmup + repeats` times and once
/// more with kernel timings, times products and assembly, verifies, stages the files of `outputs`. Collective. Throws InputError (functions
/// that are not finite on the mesh), EnvironmentError and std::bad_alloc.
FemRecord run_fem(FemContext& context, FemOutputs& outputs);

} // namespace isobar
