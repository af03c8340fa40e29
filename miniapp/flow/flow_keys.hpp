#pragma once
#include "deck/deck_key_maker.hpp"
#include "flow/flow_deck.hpp"

/// The keys of isobar_flow's decks by sections. Together they are the table of keys.
namespace isobar::flow {

using Key = deck::Key;
using Keys = std::vector<Key>;
template <class S, class Part = S FlowDeck::*> using KeyMaker = deck::KeyMakerOf<FlowDeck, S, Part>;

/// Conditions of keys that have an effect only in some decks.
inline Key used_with(std::string_view condition,
                     const std::function<bool(const FlowDeck&)>& is_used, Key key) {
  return deck::used_with_of<FlowDeck>(condition, is_used, std::move(key));
}
inline Keys all_used_with(std::string_view condition,
                          const std::function<bool(const FlowDeck&)>& is_used, Keys keys) {
  for (Key& key : keys)
    if (!key.is_used) key = used_with(condition, is_used, std::move(key));
  return keys;
}
inline Keys of_poisson(Keys keys) {
  return all_used_with(
      "problem.kind = \"poisson\"", [](const FlowDeck& d) { return d.is_poisson(); },
      std::move(keys));
}
inline Keys of_flow(Keys keys) {
  return all_used_with(
      "problem.kind = \"flow\"", [](const FlowDeck& d) { return d.is_flow(); }, std::move(keys));
}

/// The keys of [problem], [grid], [sides] and [rhs].
Keys problem_keys();
/// The keys of [flow], [walls] and [time].
Keys flow_keys();
/// The keys of [solver], [multigrid] and [amalgamation].
Keys solver_keys();
/// The keys of [decomposition], [run], [verification] and [output].
Keys run_keys();

} // namespace isobar::flow
