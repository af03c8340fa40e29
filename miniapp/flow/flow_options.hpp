#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/poisson/poisson_options.hpp>

/// The options of core that a deck's words mean.
namespace isobar {

/// The cycle of [multigrid]; method "jacobi" is one level of smoothing steps. Needs chosen levels (flow_levels.hpp).
PoissonOptions multigrid_options(const FlowDeck& deck);

/// The embedded cycle of [amalgamation], down to the smallest grid of so many levels.
PoissonOptions embedded_options(const FlowDeck& deck, int levels);

/// Text about the cycle's smoother, the reason for it, and the coarsest level's solver. Needs chosen levels.
std::string smoother_text(const FlowDeck& deck);
std::string coarsest_text(const FlowDeck& deck);

} // namespace isobar
