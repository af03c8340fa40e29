#pragma once
#include "deck/deck_base.hpp"

#include <isobar/comm/topology/rank_stages.hpp>

#include <string>
#include <vector>

/// What decks of all problems with columns have of levels on ranks. A deck D has merges() of levels, the key that says them
/// (merge_key()), uses_multigrid() and multigrid.levels.
namespace isobar {

/// What f() returns. Throws InputError with the deck's key where ranks, columns, levels and merges do not go together. Merges say how
/// many levels are dealt to all ranks.
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

/// Which ranks have what of the levels; one stage where none are merged. Levels are chosen, and columns are dealt.
template <class D> RankStages rank_stages(const D& deck, const Decomposition& d) {
  return {d, deck.merges(), deck.uses_multigrid() ? *deck.multigrid.levels : 1};
}

/// The decomposition of all columns for a rank, with the levels in front of all merges. Levels are chosen. Throws as
/// with_level_keys.
template <class D>
Decomposition deal_levels(const D& deck, const DecompositionSpec& all, int rank) {
  return with_level_keys(deck, [&] {
    const Decomposition d(in_front_of(deck.merges(), all), rank);
    rank_stages(deck, d); // throws if the levels cannot be merged
    return d;
  });
}

/// What the reason for the number of levels ends with: who has merged ones.
std::string merges_text(const std::vector<LevelMerge>& merges);

} // namespace isobar
