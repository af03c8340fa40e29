#pragma once
#include "flow/flow_deck.hpp"
#include "setup/level_ranks.hpp"

#include <isobar/core/grid/layer_counts.hpp>

#include <vector>

/// The levels of a box in a run: their number, and each rank's part of them.
namespace isobar {

/// Replaces automatic levels by a number of levels for so many ranks, and keeps the reason
/// (FlowDeck::levels_reason). A single rank merges nothing. Throws InputError for levels that
/// the box does not have or that red-black steps cannot smooth, and for an impossible merge.
void choose_levels(FlowDeck& deck, int ranks);

/// The decomposition of the columns of cells, once levels are chosen. Throws InputError,
/// which names the deck's key, if ranks, cells and levels do not fit each other.
Decomposition decompose(const FlowDeck& deck, int ranks, int rank);

/// The boxes of all levels, the finest first, once levels are chosen.
std::vector<BoxSpec> boxes_of_run(const FlowDeck& deck);
/// The number of layers on each level.
LayerCounts layer_counts(const FlowDeck& deck);

/// One level of the whole run.
struct LevelOfBox {
  BoxSpec box;
  int ranks; ///< the number of ranks that have it, the first of all
  Partition of_rank_0;
};
std::vector<LevelOfBox> levels_of_run(const FlowDeck& deck, const Decomposition& decomposition);

} // namespace isobar
