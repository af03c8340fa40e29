#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Compares what the ranks of a communicator hand to the constructor of PressureSolver: all numbers and texts, and which
/// functions are there; what functions return is not asked for here. One all-reduce. Comes before anything whose course
/// depends on the arguments. Collective. Throws InputError on all ranks, with a line that names the argument and the rank.
void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options);
/// The same for update().
void require_same_arguments(const MpiComm& comm, const Coefficients& coefficients);

} // namespace isobar
