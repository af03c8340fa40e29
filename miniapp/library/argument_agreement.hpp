#pragma once
#include "library/boundary_numbers.hpp"
#include "library/call_agreement.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/pressure_solver.hpp>

#include <string>

/// Compares the arguments of a communicator's ranks for PressureSolver: all numbers and texts, and which functions
/// are given. It does not call the functions. One all-reduce each. Must precede all code whose course depends on
/// the arguments. Collective. Throws InputError on all ranks, with a line that names the argument and the rank.
namespace isobar {

/// For the constructor, which needs Kokkos.
void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options);
/// For update().
void require_same_arguments(const MpiComm& comm, const Coefficients& coefficients);
/// For set_options().
void require_same_options(const MpiComm& comm, const std::string& sections);
/// For set_boundary_values(). Ranks may give other sides: returns those that some rank gives. Two all-reduces.
Sides require_same_boundary(const MpiComm& comm, Sides given);
/// For calls on cells, by their names. Also finds the largest number that is read over
/// all ranks, and whether any rank refuses its cells; both are the same on all ranks.
CallOfRanks require_same_call(const MpiComm& comm, const char* call, RightSide kind,
                              const CallOfRanks& mine);

/// Refuses a number that is no value of its enumeration. Throws InputError.
void check_choices(const PressureGrid& grid, const SolverOptions& options);

} // namespace isobar
