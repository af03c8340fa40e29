#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/base/precision.hpp>
#include <isobar/core/poisson/poisson_levels.hpp>

namespace isobar {

/// A resolved deck with chosen levels, and their distribution over ranks, before devices are used.
struct FlowPlan {
  FlowDeck& deck;
  Decomposition decomposition;
};

/// The inputs of a run of isobar_flow. They are the same on all ranks but for the rank.
struct FlowContext {
  const FlowDeck& deck; ///< resolved, with chosen levels
  const MpiComm& comm;
  Decomposition decomposition;
  TransportChoice transport;

  Partition partition() const { return decomposition.partition(); }
  PoissonSetup setup() const { return {deck.box(), partition()}; }
};

/// Calls use(P()) for the precision of the deck's fields; with
/// a mixed solver P is the precision of the finest level.
template <class Use> auto with_precision(const FlowDeck& deck, const Use& use) {
  return deck.solver.precision == flow::Precision::float_ ? use(Float()) : use(Double());
}

} // namespace isobar
