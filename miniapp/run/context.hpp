#pragma once
#include "deck/deck.hpp"

#include <isobar/comm/decomposition.hpp>
#include <isobar/comm/transport_choice.hpp>

#include <string>

namespace isobar {

/// What a run is made from; the same on all ranks but for the rank.
struct RunContext {
  const Deck& deck;
  const MpiComm& comm;
  Decomposition decomposition;
  TransportChoice transport;
};

/// Puts numbers in place of all that is automatic about multigrid's levels, for so many ranks.
void choose_levels(Deck& deck, int ranks);

/// The decomposition of a deck's columns on the ranks of `comm`. Throws InputError that names the
/// deck's key where the two do not go together. Levels are chosen.
Decomposition decompose(const Deck& deck, const MpiComm& comm);

/// One line if a run needs more memory than a node has, so that it is refused instead of being
/// killed halfway; empty if not. The same on all ranks. Collective.
std::string memory_problem(const RunContext& context);

} // namespace isobar
