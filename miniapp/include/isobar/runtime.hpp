#pragma once

/// Kokkos for programs that do not use it themselves (docs/library-c.md, host_solver.hpp).
namespace isobar {

/// Initialises Kokkos unless it is initialised already. On a host with GPUs Kokkos gives each rank
/// one GPU, by the rank's number on that host. A program that uses Kokkos itself needs no call. Not
/// collective. Throws std::runtime_error if finalise() was called before.
void initialise();

/// Ends Kokkos if initialise() began it, and before it all solvers that
/// still exist. Kokkos cannot be initialised again. A program that does
/// not call it leaves Kokkos' memory to the operating system.
void finalise();

} // namespace isobar
