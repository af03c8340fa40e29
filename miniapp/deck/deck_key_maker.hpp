#pragma once
#include "deck/value_kinds.hpp"

#include <functional>
#include <limits>

/// Makes the table of keys. A key comes from a member of the deck, a
/// name, a kind of value, a unit and a meaning, with optional additions.
namespace isobar::deck {

/// A key whose value is not known yet.
Key named_key(std::string_view section, std::string_view name, const std::string& expected,
              std::string_view unit, std::string_view meaning);

/// Reads a value into a member, which may have been empty.
template <class Kind, class T> Fault read_value(const Kind& kind, const Value& value, T& target) {
  if constexpr (requires { kind.read(value, target); }) return kind.read(value, target);
  else return kind.read(value, target.emplace());
}

/// Makes keys of one section of a program's deck D. S is the struct with the values of the keys.
/// Its place in the deck is `part`: a member of the deck, or a function that gives it.
template <class D, class S, class Part = S D::*> struct KeyMakerOf {
  const char* section;
  Part part;

  template <class Member, class Kind>
  Key operator()(Member member, std::string_view name, const Kind& kind, std::string_view unit,
                 std::string_view meaning) const {
    Key key = named_key(section, name, kind.expected(), unit, meaning);
    key.is_text = is_text_kind<Kind>;
    key.is_number = is_number_kind<Kind>;
    key.assign = [=, p = part](const Value& value, DeckBase& deck) {
      return read_value(kind, value, std::invoke(p, static_cast<D&>(deck)).*member);
    };
    key.value = [=, p = part](const DeckBase& deck) {
      return to_value_of(kind, std::invoke(p, static_cast<const D&>(deck)).*member);
    };
    return key;
  }
};

Key required(Key key);
/// Describes a default that depends on other keys.
Key default_is(std::string_view note, Key key);
/// Says in which decks the key has an effect, if not in all.
template <class D>
Key used_with_of(std::string_view condition, std::function<bool(const D&)> is_used, Key key) {
  key.used_with = condition;
  key.is_used = [used = std::move(is_used)](const DeckBase& deck) {
    return used(static_cast<const D&>(deck));
  };
  return key;
}

std::vector<Key> joined(const std::vector<std::vector<Key>>& parts);

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Number positive{'(', 0.0, infinity, ')'};
inline constexpr Number at_least_0{'[', 0.0, infinity, ')'};
inline constexpr Number any_number{'(', -infinity, infinity, ')'};
inline constexpr Number fraction{'[', 0.0, 1.0, ']'};

} // namespace isobar::deck
