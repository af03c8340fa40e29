#pragma once
#include "deck/deck.hpp"
#include "problem/equation.hpp"
#include "run/memory.hpp"

#include <isobar/comm/decomposition.hpp>
#include <isobar/comm/halo_exchange.hpp>

namespace isobar {

/// Peak of what a run of this deck allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport);

} // namespace isobar
