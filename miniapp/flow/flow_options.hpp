#pragma once
#include "flow/flow_deck.hpp"

/// From the words of a deck to what core takes.
namespace isobar {

/// The cycle of [multigrid]; method "jacobi" is one level of smoothing steps. Levels are chosen (flow_levels.hpp).
MultigridOptions multigrid_options(const FlowDeck& deck);

/// The embedded cycle of [amalgamation], down to the smallest grid of so many levels.
MultigridOptions embedded_options(const FlowDeck& deck, int levels);

} // namespace isobar
