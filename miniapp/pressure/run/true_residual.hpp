#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/setup/evaluated_equation.hpp"
#include "run/solve_checks.hpp"

#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/multigrid/communicator.hpp>

namespace isobar {

/// A is the matrix of the whole equation. `right_side` and `solution` belong to its partition. Collective.
TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveDemands& demands, const SolveReport& solve,
                                 const HostField& right_side, const HostField& solution,
                                 Communicator<double>& communicator);

} // namespace isobar
