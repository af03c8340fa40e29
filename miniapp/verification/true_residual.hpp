#pragma once
#include "deck/deck.hpp"
#include "setup/evaluated_equation.hpp"
#include "verification/solve_checks.hpp"

#include <isobar/core/field/host_order.hpp>
#include <isobar/core/solvers/communicator.hpp>

namespace isobar {

inline SolveDemands solve_demands(const Deck& deck) {
  return {deck.solver.tolerance, deck.verification};
}

/// A is that of the whole equation. `right_side` and `solution` are of its partition. Collective.
TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveReport& solve, const HostField& right_side,
                                 const HostField& solution, Communicator<double>& communicator);

} // namespace isobar
