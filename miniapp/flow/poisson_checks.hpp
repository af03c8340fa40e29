#pragma once
#include "flow/flow_context.hpp"
#include "run/record.hpp"
#include "run/solve_checks.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <vector>

/// The checks that make a solution of the Poisson equation valid. All functions are collective.
namespace isobar {

/// Checks that the operator in precision P on the whole box is symmetric.
template <class P> std::vector<Check> box_operator_checks(const FlowContext& c);

/// Checks convergence, the true residual in double, and in precision P a small problem with a known
/// solution. `right_side` (volume-integrated) and `solution` are the solver's input and output.
template <class P>
SolutionChecks poisson_checks(const FlowContext& c, const SolveDemands& demands,
                              const SolveReport& solve, const HostField& right_side,
                              const HostField& solution);

/// Checks the second order of the discretisation on cubes of 16 and 32 equal cells with the sides of this box. The error of
/// SineProduct must fall fourfold (bounds 3.5 and 4.6 in double). In float only the size of the error is checked.
template <class P> std::vector<Check> manufactured_checks(const BoxSpec& box);

} // namespace isobar
