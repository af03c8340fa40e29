#pragma once
#include "deck/deck_key_maker.hpp"
#include "pressure/deck/deck.hpp"

/// The keys of the pressure equation's decks by subject. Together they are their table.
namespace isobar::deck {

template <class S, class Part = S Deck::*> using KeyMaker = KeyMakerOf<Deck, S, Part>;
inline Key used_with(std::string_view condition, const std::function<bool(const Deck&)>& is_used,
                     Key key) {
  return used_with_of<Deck>(condition, is_used, std::move(key));
}

/// The problem: [grid], [boundaries], [fields], [physics], [coefficients], [rhs], [sequence].
std::vector<Key> problem_keys();
std::vector<Key> boundary_keys();
std::vector<Key> coefficient_keys();
std::vector<Key> sequence_keys();
/// Its solution: [solver], [mixed], [multigrid].
std::vector<Key> solver_keys();
/// The run: [decomposition], [launch], [run], [verification], [output].
std::vector<Key> run_keys();

} // namespace isobar::deck
