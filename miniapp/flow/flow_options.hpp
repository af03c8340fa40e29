#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/poisson/poisson_options.hpp>

/// From the words of a deck to what core takes.
namespace isobar {

/// The cycle of [multigrid]; method "jacobi" is one level of smoothing steps. Levels are chosen (flow_levels.hpp).
PoissonOptions multigrid_options(const FlowDeck& deck);

/// The embedded cycle of [amalgamation], down to the smallest grid of so many levels.
PoissonOptions embedded_options(const FlowDeck& deck, int levels);

/// What the cycle's smoother is and why, and what is done on the coarsest level: for people. Levels are chosen.
std::string smoother_text(const FlowDeck& deck);
std::string coarsest_text(const FlowDeck& deck);

} // namespace isobar
