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

/// What a run is made from; the same on all ranks but for the rank.
struct RunContext {
  const Deck& deck; ///< with a method
  const Equation& equation;
  const MpiComm& comm;
  Decomposition decomposition;
  TransportChoice transport;
  MethodChoice choice{}; ///< of the method, where the deck leaves it open
  MemoryUse tried{}; ///< the most that any method was predicted to take that was measured for it

  SetupInputs setup_inputs() const {
    return {deck, equation, decomposition, &comm, transport.plan};
  }
};

/// The equation of a deck, with numbers that can be: each rank checks its part of these. If the deck names a method, that solves it. Not
/// collective. Throws InputError.
Equation checked_equation(const Deck& deck, const MpiComm& comm);

/// A method with its levels and who has what of them.
struct PlannedMethod {
  Deck deck;
  Decomposition decomposition;
};

/// A deck and what follows from it and the number of ranks, before devices are asked.
struct PlannedRun {
  Deck deck; ///< where the method is open, with the first one that can be
  Equation equation;
  Decomposition decomposition;
  std::vector<MethodCandidate> candidates{};           ///< where the method is open
  std::vector<std::optional<PlannedMethod>> methods{}; ///< theirs; none of those that cannot be
};
/// Chooses levels and who has what of them, for each method where that is open. `transport`: the way that was asked for. Numbers of
/// coefficients are not checked. Throws InputError, also where no method is left.
PlannedRun planned_run(Deck deck, Equation equation, int ranks, int rank,
                       std::optional<Transport> transport);
/// The same of a deck's checked equation. Not collective.
PlannedRun plan_run(Deck deck, const MpiComm& comm, std::optional<Transport> transport);

/// Chooses how halos of these levels travel, and what of them is hidden. Kokkos is initialised; deck and equation outlive the context. Collective.
/// Throws TransportError.
RunContext connected(Deck& deck, const Equation& equation, const Decomposition& decomposition,
                     const MpiComm& comm, const TransportWish& wish);
/// The same for a plan, which outlives the context. Where the method is open it is chosen by a measurement (method_trials.hpp).
RunContext run_context(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish);

} // namespace isobar
