#pragma once
#include "flow/flow_deck.hpp"
#include "setup/level_ranks.hpp"

#include <isobar/core/grid/layer_counts.hpp>

#include <vector>

/// The levels of a box in a run: how many, and what each rank owns of them.
namespace isobar {

/// Puts a number in place of automatic levels, for so many ranks, and says why (FlowDeck::levels_reason). A rank alone merges
/// nothing. Throws InputError where levels were given that the box does not have or that red-black steps cannot smooth, and for a merge
/// that cannot be.
void choose_levels(FlowDeck& deck, int ranks);

/// The decomposition of the columns of cells. Levels are chosen. Throws InputError that names the deck's key where ranks, cells
/// and levels do not go together.
Decomposition decompose(const FlowDeck& deck, int ranks, int rank);

/// The boxes of all levels, the finest first. Levels are chosen.
std::vector<BoxSpec> boxes_of_run(const FlowDeck& deck);
/// Their layers.
LayerCounts layer_counts(const FlowDeck& deck);

/// One level of the whole run.
struct LevelOfBox {
  BoxSpec box;
  int ranks; ///< that have it, the first ones of all
  Partition of_rank_0;
};
std::vector<LevelOfBox> levels_of_run(const FlowDeck& deck, const Decomposition& decomposition);

} // namespace isobar
