#pragma once
#include "deck/deck_names.hpp"
#include "deck/deck_schema.hpp"

#include <isobar/comm/topology/decomposition.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

/// The kinds of value that a key may take. Each describes what it expects, and reads a value into a member of the deck.
namespace isobar::deck {

/// The value has another type than the key takes.
Fault wrong_type(const Value& value);
/// A list has another number of entries than the key takes.
Fault wrong_length(const Value& value);

struct Integer {
  std::int64_t low, high;
  std::string expected() const;
  Fault read(const Value& value, std::int64_t& target) const;
  Fault read(const Value& value, int& target) const;
};

/// A number in an interval. A square bracket includes its end, as in [0, 1).
struct Number {
  char left;
  double low, high;
  char right;
  std::string interval() const;
  std::string expected() const;
  bool contains(double x) const {
    return (x > low || (left == '[' && x == low)) && (x < high || (right == ']' && x == high));
  }
  Fault read(const Value& value, double& target) const;
};

/// Describes a list of `least` to `most` such entries, for error lines.
std::string expected_list(std::size_t least, std::size_t most, const Integer& entry);
std::string expected_list(std::size_t least, std::size_t most, const Number& entry);

/// A list whose entries are all of one kind.
template <class Entry> struct List {
  std::size_t least, most;
  Entry entry;
  std::string expected() const { return expected_list(least, most, entry); }
  template <class T> Fault read(const Value& value, std::vector<T>& target) const {
    if (!value.is_list()) return wrong_type(value);
    if (value.list.size() < least || value.list.size() > most) return wrong_length(value);
    target.clear();
    for (const Value& one : value.list)
      if (Fault fault = entry.read(one, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }
};
using NumberList = List<Number>;
using IntegerList = List<Integer>;

/// None, or up to `most` pairs of lists of numbers, one list after the other. A pair has at least a number.
struct ListsInPairs {
  std::size_t most;
  NumberList list;
  std::string expected() const;
  Fault read(const Value& value, std::vector<std::vector<double>>& target) const;
};

/// Describes a choice of these words: "a", "b" or "c".
std::string expected_choice(std::span<const Word> words);
/// Sets `number` to the index of the word that the value is.
Fault read_choice(std::span<const Word> words, const Value& value, std::size_t& number);

/// One value of an enumeration, in its own words or in a program's.
template <class E> struct Choice {
  std::span<const Word> names = words<E>;
  std::string expected() const { return expected_choice(names); }
  template <class T> Fault read(const Value& value, T& target) const {
    std::size_t number = 0;
    Fault fault = read_choice(names, value, number);
    if (fault.empty()) target = E(number);
    return fault;
  }
};

struct Boolean {
  std::string expected() const { return "true or false"; }
  Fault read(const Value& value, bool& target) const;
};

struct Path {
  std::string what;
  std::string expected() const { return what; }
  Fault read(const Value& value, std::string& target) const;
};

/// Choices one after the other.
template <class E> struct ChoiceList {
  std::size_t most;
  std::string expected() const {
    return "a list of up to " + std::to_string(most) + " of " + Choice<E>{}.expected();
  }
  Fault read(const Value& value, std::vector<E>& target) const {
    return List<Choice<E>>{0, most, {}}.read(value, target);
  }
};

struct RankGrid {
  std::string expected() const { return "\"auto\" or [ranks in x, ranks in y]"; }
  Fault read(const Value& value, std::optional<ProcessGrid>& target) const;
};

/// A kind that may be left to the program. The member is an optional, empty for "auto".
template <class Kind> struct OrAuto {
  Kind kind;
  std::string expected() const { return "\"auto\" or " + kind.expected(); }
  template <class T> Fault read(const Value& value, std::optional<T>& target) const {
    if (value.is_text("auto")) {
      target.reset();
      return {};
    }
    return kind.read(value, target.emplace());
  }
};

template <class Kind>
inline constexpr bool is_text_kind = std::is_same_v<Kind, Path> || std::is_same_v<Kind, RankGrid>;
template <class E> inline constexpr bool is_text_kind<Choice<E>> = true;
template <class Kind> inline constexpr bool is_text_kind<OrAuto<Kind>> = is_text_kind<Kind>;

/// Whether a key of text also takes numbers.
template <class Kind> inline constexpr bool is_number_kind = false;

/// Converts a parameter to the report's value.
template <class T> Value to_value(const T& value) {
  if constexpr (std::is_enum_v<T>) return word(value);
  else return value;
}
Value to_value(const std::string& value);
Value to_value(const std::optional<ProcessGrid>& grid);
template <class T> Value to_value(const std::vector<T>& values);
template <class T> Value to_value(const std::optional<T>& value) {
  return value ? to_value(*value) : Value();
}
template <class T> Value to_value(const std::vector<T>& values) {
  Value::List list;
  for (const T& value : values) list.push_back(to_value(value));
  return list;
}
/// The same for a key of this kind.
template <class Kind, class T> Value to_value_of(const Kind&, const T& value) {
  return to_value(value);
}
template <class E> Value to_value_of(const Choice<E>& kind, const E& value) {
  return kind.names[std::size_t(value)];
}
template <class Kind, class T>
Value to_value_of(const OrAuto<Kind>&, const std::optional<T>& value) {
  return value ? to_value(*value) : Value("auto");
}

} // namespace isobar::deck
