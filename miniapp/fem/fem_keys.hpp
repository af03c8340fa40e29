#pragma once
#include "deck/deck_key_maker.hpp"
#include "fem/fem_deck.hpp"

/// The keys of isobar_fem's decks by subject. Together they form the table of keys.
namespace isobar::fem {

using Key = deck::Key;
using Keys = std::vector<Key>;
template <class S> using KeyMaker = deck::KeyMakerOf<FemDeck, S>;

/// A key that has an effect only in decks for which `is_used` holds.
inline Key used_with(std::string_view condition, const std::function<bool(const FemDeck&)>& is_used,
                     Key key) {
  return deck::used_with_of<FemDeck>(condition, is_used, std::move(key));
}

/// The keys of [mesh], [problem] and [space].
Keys problem_keys();
/// The keys of [solver] and [multigrid].
Keys solver_keys();
/// The keys of [run], [verification] and [output].
Keys run_keys();

} // namespace isobar::fem
