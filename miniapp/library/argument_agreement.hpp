#pragma once
#include "library/boundary_numbers.hpp"
#include "library/call_agreement.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/pressure_solver.hpp>

#include <string>

/// Compares the arguments of PressureSolver over a communicator's ranks: all numbers and
/// texts, and which functions are given. No function is called. Each comparison takes one
/// all-reduce. It must precede all code whose course depends on the arguments. Collective.
/// Throws InputError on all ranks, with a line that names the argument and the rank.
namespace isobar {

/// Compares the arguments of the constructor, which needs Kokkos.
void require_same_arguments(const MpiComm& comm, const PressureGrid& grid,
                            const Coefficients& coefficients, const SolverOptions& options);
/// Compares the arguments of update().
void require_same_arguments(const MpiComm& comm, const Coefficients& coefficients);
/// Compares the argument of set_options().
void require_same_options(const MpiComm& comm, const std::string& sections);
/// Compares the argument of set_boundary_values(). Ranks may give different
/// sides: returns the sides that any rank gives. Takes two all-reduces.
Sides require_same_boundary(const MpiComm& comm, Sides given);
/// Compares calls on cells, by the calls' names. Also finds the largest number that is read
/// over all ranks, and whether any rank refuses its cells; both are the same on all ranks.
CallOfRanks require_same_call(const MpiComm& comm, const char* call, RightSide kind,
                              const CallOfRanks& mine);

/// Throws InputError if a number is no value of its enumeration.
void check_choices(const PressureGrid& grid, const SolverOptions& options);

} // namespace isobar
