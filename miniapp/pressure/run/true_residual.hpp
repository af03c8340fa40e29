#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/setup/evaluated_equation.hpp"
#include "run/solve_checks.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/multigrid/communicator.hpp>

namespace isobar {

inline SolveDemands solve_demands(const Deck& deck) {
  return {deck.solver.tolerance, deck.verification};
}

/// A is that of the whole equation. `right_side` and `solution` are of its partition. Collective.
TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveReport& solve, const HostField& right_side,
                                 const HostField& solution, Communicator<double>& communicator);

} // namespace isobar
