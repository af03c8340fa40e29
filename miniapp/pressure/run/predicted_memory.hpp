#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"
#include "run/memory.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>

namespace isobar {

/// Peak of what a run of this deck allocates on the decomposition's rank. Allocates nothing.
MemoryUse predicted_memory(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition, const TransportPlan& transport);

} // namespace isobar
