#pragma once
#include "fem/fem_deck_solver.hpp"
#include "fem/fem_record.hpp"
#include "run/solve_checks.hpp"

/// Checks that make a solution of isobar_fem valid. All functions are collective and cover all ranks.
namespace isobar {

/// Checks that stored stiffness matrices are symmetric, and that restrictions are the transposes of prolongations.
template <class T>
std::vector<Check> matrix_checks(std::span<const FemSpace> spaces,
                                 const std::vector<const FemLevel<T>*>& levels);

/// Checks convergence, the true residual in double from newly assembled rows, and the orders in numbers
/// T on a small mesh with a known solution. `right_side` is the solver's input, `solved` its output.
template <class T>
SolutionChecks solution_checks(const FemContext& c, const FemSpace& finest,
                               const SolveDemands& demands, const SolveReport& solve,
                               const HostField& right_side, const HostField& solved);

/// A function's values at owned unknowns and ghosts.
std::vector<double> nodal_values(const FemSpace& space, const PointFunction& function);
/// Computes errors of u, which has its boundary values, at owned unknowns and ghosts, and checks that
/// only the elements cause them. By Cea's lemma u is the best function of the space in the energy
/// norm, so its error is at most that of the interpolation. The norm includes reaction and transfers.
KnownErrors known_errors(const FemContext& c, const FemSpace& finest, const std::vector<double>& u,
                         const ExactFunction& exact);
/// Checks the errors of a solve with this tolerance.
Check check_known_errors(const FemSetting& c, double tolerance, const KnownErrors& errors);

} // namespace isobar
