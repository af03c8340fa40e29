#include "flow/flow_levels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace isobar {
namespace {

constexpr int most_levels = 20;

/// The axes that each level below the finest halves.
std::vector<Coarsening> halvings(const std::vector<BoxSpec>& boxes) {
  std::vector<Coarsening> all;
  for (std::size_t l = 0; l + 1 < boxes.size(); ++l)
    all.push_back(next_halving(boxes[l]).columns());
  return all;
}

DecompositionSpec spec_of(const FlowDeck& deck, const std::vector<BoxSpec>& boxes, int ranks) {
  return {deck.grid.nx,
          deck.grid.ny,
          int(boxes.size()),
          ranks,
          deck.decomposition.process_grid,
          boxes.front().periodic(),
          halvings(boxes)};
}

/// Most of these levels that can be dealt to ranks.
int most_dealt(const FlowDeck& deck, const std::vector<BoxSpec>& boxes, int ranks) {
  for (int levels = int(boxes.size()); levels > 1; --levels) {
    const std::vector<BoxSpec> some(boxes.begin(), boxes.begin() + levels);
    try {
      const Decomposition possible(spec_of(deck, some, ranks));
      return levels;
    } catch (const DecompositionError&) { // fewer may be
    }
  }
  return 1;
}

/// The colours of a chess board meet where an odd number of cells closes: the first level where they do, or none.
int first_odd(const FlowDeck& deck, const std::vector<BoxSpec>& boxes) {
  const flow::SmootherName smoother = deck.multigrid.cycle.smoother;
  if (smoother != flow::SmootherName::gauss_seidel && smoother != flow::SmootherName::sor)
    return int(boxes.size());
  const auto is_odd = [](const BoxSpec& box) {
    return std::ranges::any_of(std::array{&box.x, &box.y, &box.z}, [](const Axis* a) {
      return a->is_periodic() && a->cells() % 2 == 1;
    });
  };
  return int(std::ranges::find_if(boxes, is_odd) - boxes.begin());
}

void require_levels(const FlowDeck& deck, int most, const char* because) {
  if (deck.multigrid.levels.value_or(1) > most)
    throw InputError(fmt::format("{}: {}; expected at most {}", describe(deck, "multigrid.levels"),
                                 because, most));
}

std::string reason(const FlowDeck& deck, int levels, int all, int dealt) {
  const std::string size = fmt::format("{} of {} that the box has", levels, all);
  if (deck.is_given("multigrid.levels")) return size + ": given";
  return size + (levels == all     ? ": all"
                 : dealt == levels ? ": as many as ranks can share"
                                   : ": as many as red-black steps can smooth");
}

} // namespace

void choose_levels(FlowDeck& deck, int ranks) {
  if (!deck.uses_multigrid()) return;
  const std::vector<BoxSpec> boxes = box_levels(deck.box(), most_levels);
  const int all = int(boxes.size()), even = first_odd(deck, boxes);
  if (even == 0)
    throw InputError(describe(deck, "multigrid.smoother") +
                     ": red-black steps need an even number of cells in a periodic direction; "
                     "expected \"jacobi\" or \"chebyshev\"");
  require_levels(deck, all, "the box has not so many");
  require_levels(deck, even,
                 "red-black steps need an even number of cells in a periodic direction");
  const int dealt = most_dealt(deck, boxes, ranks);
  if (!deck.multigrid.levels) deck.multigrid.levels = std::min({all, even, dealt});
  deck.levels_reason = reason(deck, *deck.multigrid.levels, all, dealt);
}

Decomposition decompose(const FlowDeck& deck, int ranks, int rank) {
  try {
    return Decomposition(spec_of(deck, levels_of_run(deck), ranks), rank);
  } catch (const DecompositionError& e) {
    using Fault = DecompositionError::Fault;
    const char* const key = e.fault() == Fault::levels         ? "multigrid.levels"
                            : e.fault() == Fault::process_grid ? "decomposition.process_grid"
                                                               : "grid.nx";
    throw InputError(describe(deck, key) + ": " + e.what());
  }
}

std::vector<BoxSpec> levels_of_run(const FlowDeck& deck) {
  return box_levels(deck.box(), deck.uses_multigrid() ? *deck.multigrid.levels : 1);
}

LayerCounts layer_counts(const FlowDeck& deck) {
  std::vector<int> layers;
  for (const BoxSpec& box : levels_of_run(deck)) layers.push_back(box.z.cells());
  return LayerCounts(layers);
}

} // namespace isobar
