#pragma once
#include "pressure/problem/equation_of.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/setup_inputs.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

namespace isobar {

/// What a run is made from; the same on all ranks but for the rank.
struct RunContext {
  const Deck& deck;
  const Equation& equation;
  const MpiComm& comm;
  Decomposition decomposition;
  TransportChoice transport;

  SetupInputs setup_inputs() const {
    return {deck, equation, decomposition, &comm, transport.plan};
  }
};

/// The equation of a deck, with a method that solves it and numbers that can be: each rank checks its part of these. Not collective.
/// Throws InputError.
Equation checked_equation(const Deck& deck, const MpiComm& comm);

/// A deck and what follows from it and the number of ranks, before devices are asked.
struct PlannedRun {
  Deck deck;
  Equation equation;
  Decomposition decomposition;
};
/// Chooses levels and who has what of them. `transport`: the way that was asked for. Not collective. Throws InputError.
PlannedRun plan_run(Deck deck, const MpiComm& comm, std::optional<Transport> transport);

/// Chooses how halos travel, and what of them is hidden. Kokkos is initialised; the plan lives as long as the context. Collective. Throws
/// TransportError.
RunContext run_context(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish);

} // namespace isobar
