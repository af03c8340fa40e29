#pragma once
#include "deck/deck_base.hpp"

#include <isobar/comm/topology/rank_stages.hpp>

#include <string>
#include <vector>

/// Finds which ranks have a level, for the decks of all problems with columns. A deck D
/// has merges() of levels, their key (merge_key()), uses_multigrid() and multigrid.levels.
namespace isobar {

/// Returns what f() returns. Throws InputError with the deck's key if ranks, columns, levels
/// and merges do not fit. Merges determine how many levels are distributed over all ranks.
template <class D, class F> auto with_level_keys(const D& deck, const F& f) {
  using Fault = DecompositionError::Fault;
  const char* const levels = deck.merges().empty() ? "multigrid.levels" : deck.merge_key();
  const auto named = [&](const char* key, const std::exception& e) {
    return InputError(describe(deck, key) + ": " + e.what());
  };
  try {
    return f();
  } catch (const DecompositionError& e) {
    throw named(e.fault() == Fault::levels         ? levels
                : e.fault() == Fault::process_grid ? "decomposition.process_grid"
                                                   : "grid.nx",
                e);
  } catch (const std::invalid_argument& e) {
    throw named(levels, e);
  }
}

/// The ranks of each stage of merges; one stage if no levels
/// are merged. Levels must be chosen, and columns distributed.
template <class D> RankStages rank_stages(const D& deck, const Decomposition& d) {
  return {d, deck.merges(), deck.uses_multigrid() ? *deck.multigrid.levels : 1};
}

/// The decomposition of all columns for a rank, with the levels before
/// all merges. Levels must be chosen. Throws what with_level_keys throws.
template <class D>
Decomposition deal_levels(const D& deck, const DecompositionSpec& all, int rank) {
  return with_level_keys(deck, [&] {
    const Decomposition d(in_front_of(deck.merges(), all), rank);
    rank_stages(deck, d); // throws if the levels cannot be merged
    return d;
  });
}

/// The end of the reason for the number of levels: which ranks have merged levels.
std::string merges_text(const std::vector<LevelMerge>& merges);

} // namespace isobar
