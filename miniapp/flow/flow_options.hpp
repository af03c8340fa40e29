#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/poisson/poisson_options.hpp>

/// Translates a deck's words into options of core.
namespace isobar {

/// The cycle of [multigrid]. Method "jacobi" is one level of
/// smoothing steps. Levels must be chosen (flow_levels.hpp).
PoissonOptions multigrid_options(const FlowDeck& deck);

/// The cycle on merged levels of [amalgamation], down to the smallest grid of so many levels.
PoissonOptions embedded_options(const FlowDeck& deck, int levels);

/// Text about the cycle's smoother, the reason for it, and
/// the coarsest level's solver. Levels must be chosen.
std::string smoother_text(const FlowDeck& deck);
std::string coarsest_text(const FlowDeck& deck);

} // namespace isobar
