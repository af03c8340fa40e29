#pragma once
#include "fem/fem_parts.hpp"
#include "fem/fem_record.hpp"
#include "run/solve_checks.hpp"

/// What makes a solution of isobar_fem valid. All of it is collective and over all ranks.
namespace isobar {

/// Stiffness matrices are symmetric, and restrictions are the transposes of prolongations, all as they are stored.
template <class T>
std::vector<Check> matrix_checks(std::span<const FemSpace> spaces,
                                 const std::vector<const FemLevel<T>*>& levels);

/// Convergence, the true residual in double from rows that are assembled anew, and in numbers T the orders on a small mesh whose solution
/// is known. `right_side` and `solved` are those that the solver took and gave.
template <class T>
SolutionChecks solution_checks(const FemContext& c, const FemSpace& finest,
                               const SolveReport& solve, const HostField& right_side,
                               const HostField& solved);

/// The errors of u, a function with its boundary values, at owned unknowns and ghosts; and the check that there are none but those of the elements: u is the best
/// function of the space in the energy norm (Cea), so that it is no worse there than the interpolation. That norm has terms of reaction and of rims with a transfer, where there are some.
/// A function's values at owned unknowns and ghosts.
std::vector<double> nodal_values(const FemSpace& space, const PointFunction& function);
KnownErrors known_errors(const FemContext& c, const FemSpace& finest, const std::vector<double>& u,
                         const ExactFunction& exact);
Check check_known_errors(const FemSetting& c, const KnownErrors& errors);

} // namespace isobar
