#include "flow/flow_levels.hpp"

#include "flow/flow_resolve.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace isobar {
namespace {

/// The axes that each level below the finest halves.
std::vector<Coarsening> halvings(const std::vector<BoxSpec>& boxes) {
  std::vector<Coarsening> all;
  for (std::size_t l = 0; l + 1 < boxes.size(); ++l)
    all.push_back(next_halving(boxes[l]).columns());
  return all;
}

/// The columns of `levels` levels on all ranks.
DecompositionSpec spec_of(const FlowDeck& deck, const std::vector<BoxSpec>& boxes, int ranks) {
  return {deck.grid.nx,
          deck.grid.ny,
          int(boxes.size()),
          ranks,
          deck.decomposition.process_grid,
          boxes.front().periodic(),
          halvings(boxes)};
}

constexpr const char* needs_even =
    "red-black steps need an even number of cells in a periodic direction";

/// The first of the levels from `first` to `end` that red-black steps cannot smooth, or else the number
/// of boxes. On a periodic axis with an odd number of cells, two neighbours have the same colour.
int first_odd(const flow::Cycle& cycle, const std::vector<BoxSpec>& boxes, int first, int end) {
  if (is_coloured(cycle))
    for (int l = first; l < std::min(end, int(boxes.size())); ++l)
      if (closes_on_an_odd_number(boxes[std::size_t(l)])) return l;
  return int(boxes.size());
}

void refuse_smoother(const FlowDeck& deck, const char* section, int level) {
  throw InputError(fmt::format("{}: {}, and level {} has an odd one; expected \"jacobi\" or "
                               "\"chebyshev\"",
                               describe(deck, fmt::format("{}.smoother", section)), needs_even,
                               level));
}

/// Whether the smoother of merged levels is the default, which may change with the box.
bool smoother_is_free(const FlowDeck& deck) {
  return !deck.is_given("amalgamation.smoother") && !deck.is_given("amalgamation.relaxation");
}

/// The most levels that the smoothers of a deck allow. Throws InputError if they
/// allow none, or fewer than are merged. A merged level belongs to both cycles.
int most_smoothed(const FlowDeck& deck, const std::vector<BoxSpec>& boxes) {
  const std::vector<LevelMerge> merges = deck.merges();
  const int all = int(boxes.size()), merged = merges.empty() ? all : merges.front().level;
  const int own = first_odd(deck.multigrid.cycle, boxes, 0, merged + 1);
  if (own == 0 || (!merges.empty() && own < all)) refuse_smoother(deck, "multigrid", own);
  if (merges.empty() || smoother_is_free(deck)) return own;
  const int behind = first_odd(deck.amalgamation.cycle, boxes, merged, all);
  if (behind == merged) refuse_smoother(deck, "amalgamation", behind);
  return std::min(own, behind);
}

/// Gives merged levels the smoother that fits every box if their default does not fit theirs.
void choose_merged_smoother(FlowDeck& deck, const std::vector<BoxSpec>& boxes) {
  const std::vector<LevelMerge> merges = deck.merges();
  if (merges.empty() || !smoother_is_free(deck)) return;
  flow::Cycle& cycle = deck.amalgamation.cycle;
  const int levels = *deck.multigrid.levels;
  if (first_odd(cycle, boxes, merges.front().level, levels) < levels)
    choose_smoother(deck, "amalgamation", cycle);
}

void require_levels(const FlowDeck& deck, int most, const char* because) {
  if (deck.multigrid.levels.value_or(1) > most)
    throw InputError(fmt::format("{}: {}; expected at most {}", describe(deck, "multigrid.levels"),
                                 because, most));
}

std::string reason(const FlowDeck& deck, int levels, int all, int distributed) {
  const std::string size = fmt::format("{} of {} that the box has", levels, all);
  if (deck.is_given("multigrid.levels")) return size + ": given";
  return size + (levels == all           ? ": all"
                 : distributed == levels ? ": as many as ranks can share"
                                         : ": as many as red-black steps can smooth");
}

} // namespace

void choose_levels(FlowDeck& deck, int ranks) {
  if (!deck.uses_multigrid()) return;
  const std::vector<BoxSpec> boxes = box_levels(deck.box(), most_box_levels);
  if (ranks == 1) {
    deck.amalgamation.level = 0;
    deck.multigrid.merges.clear();
  }
  const int distributed = with_level_keys(
      deck, [&] { return most_levels(spec_of(deck, boxes, ranks), deck.merges()); });
  const int all = int(boxes.size()), even = most_smoothed(deck, boxes);
  require_levels(deck, all, "the box has not so many");
  require_levels(deck, even, needs_even);
  if (!deck.multigrid.levels) deck.multigrid.levels = std::min({all, even, distributed});
  choose_merged_smoother(deck, boxes);
  deck.levels_reason =
      reason(deck, *deck.multigrid.levels, all, distributed) + merges_text(deck.merges());
}

Decomposition decompose(const FlowDeck& deck, int ranks, int rank) {
  return deal_levels(deck, spec_of(deck, boxes_of_run(deck), ranks), rank);
}

std::vector<BoxSpec> boxes_of_run(const FlowDeck& deck) {
  return box_levels(deck.box(), deck.uses_multigrid() ? *deck.multigrid.levels : 1);
}

LayerCounts layer_counts(const FlowDeck& deck) {
  std::vector<int> layers;
  for (const BoxSpec& box : boxes_of_run(deck)) layers.push_back(box.z.cells());
  return LayerCounts(layers);
}

std::vector<LevelOfBox> levels_of_run(const FlowDeck& deck, const Decomposition& d) {
  const RankStages stages = rank_stages(deck, d);
  std::vector<LevelOfBox> levels;
  for (const BoxSpec& box : boxes_of_run(deck)) {
    const int level = int(levels.size());
    const int stage = stages.stage_of(level);
    levels.push_back({box, stages.ranks(stage), stages.partition(stage, 0, level)});
  }
  return levels;
}

} // namespace isobar
