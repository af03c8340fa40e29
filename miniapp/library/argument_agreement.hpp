#pragma once
#include "library/boundary_numbers.hpp"
#include "library/call_agreement.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/pressure_solver.hpp>

#include <string>

/// Compares what the ranks of a communicator hand to PressureSolver: all numbers and texts, and which functions are there; what functions
/// return is not asked for here. One all-reduce each. Comes before anything whose course depends on the arguments. Collective.
/// Throws InputError on all ranks, with a line that names the argument and the rank.
namespace isobar {

/// For the constructor, which needs Kokkos.
void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options);
/// For update().
void require_same_arguments(const MpiComm& comm, const Coefficients& coefficients);
/// For set_options().
void require_same_options(const MpiComm& comm, const std::string& sections);
/// For set_boundary_values(). Ranks may have them on other sides: returns those that some rank has. Two all-reduces.
Sides require_same_boundary(const MpiComm& comm, Sides given);
/// For calls on cells, by their names, which also want the largest number that is read over all ranks and whether cells of any rank are
/// refused: the same of all ranks.
CallOfRanks require_same_call(const MpiComm& comm, const char* call, RightSide kind,
                              const CallOfRanks& mine);

/// Refuses what is none of its enumeration's values. Throws InputError.
void check_choices(const PressureGrid& grid, const SolverOptions& options);

} // namespace isobar
