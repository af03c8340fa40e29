#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/setup/evaluated_equation.hpp"
#include "run/solve_checks.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <algorithm>

namespace isobar {

/// `controls` are those of the solve that led to this report. An absolute tolerance counts as the equivalent relative one.
inline SolveDemands solve_demands(const Deck& deck, const SolveControls& controls,
                                  const SolveReport& solve) {
  const double norm = solve.residual_norms.front();
  const double absolute = norm > 0.0 ? controls.absolute_tolerance / norm : 0.0;
  return {std::max(deck.solver.tolerance, absolute), deck.verification};
}

/// A is the matrix of the whole equation. `right_side` and `solution` belong to its partition. Collective.
TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveDemands& demands, const SolveReport& solve,
                                 const HostField& right_side, const HostField& solution,
                                 Communicator<double>& communicator);

} // namespace isobar
