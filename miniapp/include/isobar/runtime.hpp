#pragma once

/// Kokkos for programs that do not use it themselves (docs/library-c.md, host_solver.hpp).
namespace isobar {

/// Initialises Kokkos unless that is done. Kokkos gives each rank of a host with GPUs one by its number there.
/// Not collective. A program that uses Kokkos needs no call. Throws std::runtime_error after finalise().
void initialise();

/// Ends Kokkos if initialise() began it, after all solvers that still exist. Kokkos cannot be
/// initialised again. A program that does not call it leaves Kokkos' memory to the operating system.
void finalise();

} // namespace isobar
