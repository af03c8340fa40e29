#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/columns/caller_operators.hpp>

namespace isobar {

/// The inputs of a solver's setup. Levels are already chosen,
/// and the method suits the equation (method_choice.hpp).
struct SetupInputs {
  const Deck& deck;  ///< how to solve
  Equation equation; ///< what to solve
  const Decomposition& decomposition;
  const MpiComm* comm; ///< null: one rank, without MPI
  TransportPlan plan;
  CallerOperators own{}; ///< of a caller of the library
};

} // namespace isobar
