#pragma once
#include "deck/deck_rules.hpp"
#include "deck/deck_values.hpp"

#include <limits>

/// How the table of keys is written down: a key from a member of the deck, its name, its kind of
/// value, its unit and its meaning; and what may be added to it.
namespace isobar::deck {

/// Makes keys of one section. S is the section's struct, `part` its place in the deck.
template <class S> struct KeyMaker {
  const char* section;
  S Deck::*part;

  template <class T, class Kind>
  Key operator()(T S::*member, const char* name, const Kind& kind, const char* unit,
                 const char* meaning) const {
    Key key;
    key.section = section;
    key.name = name;
    key.expected = kind.expected();
    key.unit = unit;
    key.meaning = meaning;
    key.is_text = is_text_kind<Kind>;
    key.assign = [=, p = part](const TomlValue& value, Deck& deck) {
      return kind.read(value.node, (deck.*p).*member);
    };
    key.value = [=, p = part](const Deck& deck) { return to_json_of(kind, (deck.*p).*member); };
    return key;
  }
};

inline Key required(Key key) {
  key.required = true;
  return key;
}
/// For a default that depends on other keys.
inline Key default_is(const char* note, Key key) {
  key.default_note = note;
  return key;
}
/// For a key that has an effect only in some decks.
inline Key used_with(const char* condition, bool (*is_used)(const Deck&), Key key) {
  key.used_with = condition;
  key.is_used = is_used;
  return key;
}

inline std::vector<Key> joined(const std::vector<std::vector<Key>>& parts) {
  std::vector<Key> all;
  for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Number positive{'(', 0.0, infinity, ')'};
inline constexpr Number fraction{'[', 0.0, 1.0, ']'};

} // namespace isobar::deck
