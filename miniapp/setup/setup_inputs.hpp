#pragma once
#include "deck/deck.hpp"

#include <isobar/comm/decomposition.hpp>
#include <isobar/comm/halo_exchange.hpp>
#include <isobar/core/grid/grid_level.hpp>

namespace isobar {

/// What a solver is set up from. Levels are chosen.
struct SetupInputs {
  const Deck& deck; ///< how to solve
  GridSpec spec;    ///< what
  const Decomposition& decomposition;
  const MpiComm* comm; ///< null: one rank, without MPI
  TransportPlan plan;
};

} // namespace isobar
