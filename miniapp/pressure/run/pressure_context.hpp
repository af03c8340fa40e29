#pragma once
#include "pressure/problem/equation_of.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/method_candidates.hpp"
#include "pressure/setup/setup_inputs.hpp"
#include "run/memory.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// The inputs of a run, the same on all ranks except for the rank.
struct RunContext {
  const Deck& deck; ///< with a method
  const Equation& equation;
  const MpiComm& comm;
  Decomposition decomposition;
  TransportChoice transport;
  MethodChoice choice{}; ///< the choice of the method, if the deck leaves it open
  MemoryUse tried{};     ///< the largest predicted memory among methods that were measured

  SetupInputs setup_inputs() const {
    return {deck, equation, decomposition, &comm, transport.plan};
  }
};

/// The equation of a deck, with checked numbers: each rank checks its part. If the deck
/// names a method, that method solves the equation. Not collective. Throws InputError.
Equation checked_equation(const Deck& deck, const MpiComm& comm);

/// A method with its levels and their distribution over ranks.
struct PlannedMethod {
  Deck deck;
  Decomposition decomposition;
};

/// A deck and its consequences for a number of ranks, before devices are known.
struct PlannedRun {
  Deck deck; ///< if the method is open, with the first one that can be planned
  Equation equation;
  Decomposition decomposition;
  std::vector<MethodCandidate> candidates{};           ///< if the method is open
  std::vector<std::optional<PlannedMethod>> methods{}; ///< of the candidates; empty if impossible
};
/// Chooses levels and their distribution over ranks, for each candidate if the method is open. `transport` is
/// the one asked for. Numbers of coefficients are not checked. Throws InputError, also if no method is left.
PlannedRun planned_run(Deck deck, Equation equation, int ranks, int rank,
                       std::optional<Transport> transport);
/// The same for a deck, whose equation is checked. Not collective.
PlannedRun plan_run(Deck deck, const MpiComm& comm, std::optional<Transport> transport);

/// Chooses the transport of the halos of these levels, and which of them are hidden. Kokkos
/// is initialised; deck and equation outlive the context. Collective. Throws TransportError.
RunContext connected(Deck& deck, const Equation& equation, const Decomposition& decomposition,
                     const MpiComm& comm, const TransportWish& wish);
/// The same for a plan, which outlives the context. If the method is open, measurements choose it (method_trials.hpp).
RunContext run_context(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish);

} // namespace isobar
