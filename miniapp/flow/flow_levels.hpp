#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/comm/decomposition.hpp>
#include <isobar/core/grid/layer_counts.hpp>

#include <vector>

/// The levels of a box in a run: how many, and what each rank owns of them.
namespace isobar {

/// Puts a number in place of automatic levels, for so many ranks, and says why (FlowDeck::levels_reason). Throws InputError where
/// levels were given that the box does not have, or that red-black steps cannot smooth.
void choose_levels(FlowDeck& deck, int ranks);

/// The decomposition of the columns of cells. Levels are chosen. Throws InputError that names the deck's key where ranks, cells
/// and levels do not go together.
Decomposition decompose(const FlowDeck& deck, int ranks, int rank);

/// The boxes of all levels that ranks share, the finest first. Levels are chosen.
std::vector<BoxSpec> levels_of_run(const FlowDeck& deck);
/// Their layers.
LayerCounts layer_counts(const FlowDeck& deck);

} // namespace isobar
