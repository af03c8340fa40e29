#pragma once
#include "deck/deck_values.hpp"

#include <functional>
#include <limits>

/// How the table of keys is written down: a key from a member of the deck, its name, its kind of
/// value, its unit and its meaning; and what may be added to it.
namespace isobar::deck {

/// Makes keys of one section of a program's deck D. S is the struct with the values of the keys, `part` its place in the deck: a
/// member of the deck, or a function that gives it.
template <class D, class S, class Part = S D::*> struct KeyMakerOf {
  const char* section;
  Part part;

  template <class Member, class Kind>
  Key operator()(Member member, const std::string& name, const Kind& kind, const char* unit,
                 const std::string& meaning) const {
    Key key;
    key.section = section;
    key.name = name;
    key.expected = kind.expected();
    key.unit = std::string(unit); // GCC 12 warns of an assignment of one letter
    key.meaning = meaning;
    key.is_text = is_text_kind<Kind>;
    key.is_number = is_number_kind<Kind>;
    key.assign = [=, p = part](const TomlValue& value, DeckBase& deck) {
      return kind.read(value.node, std::invoke(p, static_cast<D&>(deck)).*member);
    };
    key.value = [=, p = part](const DeckBase& deck) {
      return to_json_of(kind, std::invoke(p, static_cast<const D&>(deck)).*member);
    };
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
template <class D>
Key used_with_of(const std::string& condition, std::function<bool(const D&)> is_used, Key key) {
  key.used_with = condition;
  key.is_used = [used = std::move(is_used)](const DeckBase& deck) {
    return used(static_cast<const D&>(deck));
  };
  return key;
}

inline std::vector<Key> joined(const std::vector<std::vector<Key>>& parts) {
  std::vector<Key> all;
  for (const std::vector<Key>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Number positive{'(', 0.0, infinity, ')'};
inline constexpr Number at_least_0{'[', 0.0, infinity, ')'};
inline constexpr Number any_number{'(', -infinity, infinity, ')'};
inline constexpr Number fraction{'[', 0.0, 1.0, ']'};

} // namespace isobar::deck
