#pragma once

/// Kokkos for programs that do not know of it (docs/library-c.md, host_solver.hpp).
namespace isobar {

/// Initialises Kokkos unless somebody has. On GPUs Kokkos gives each rank of a host one by its number there. Not collective. A program
/// that has Kokkos needs no call. Throws std::runtime_error after finalise().
void initialise();

/// Ends Kokkos if initialise() began it; solvers that are still there end first. Kokkos cannot be initialised again after it. A program
/// that ends without it leaves Kokkos' memory to the operating system.
void finalise();

} // namespace isobar
