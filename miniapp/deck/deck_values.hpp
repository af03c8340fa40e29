#pragma once
#include "deck/deck_names.hpp"
#include "deck/toml_value.hpp"
#include "input/plain_text.hpp"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <isobar/comm/topology/decomposition.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <type_traits>

/// The kinds of value that a key may take. Each has words for what it expects, and reads a TOML
/// node into a member of the deck.
namespace isobar::deck {

inline Fault wrong_type(const toml::node& node) {
  std::ostringstream text;
  text << "wrong type (" << node.type() << ")";
  return text.str();
}
inline const Fault out_of_range = "out of range";

struct Integer {
  std::int64_t low, high;
  std::string expected() const {
    return high == INT64_MAX ? fmt::format("an integer from {}", low)
                             : fmt::format("an integer from {} to {}", low, high);
  }
  template <class T> Fault read(const toml::node& node, T& target) const {
    const toml::value<std::int64_t>* value = node.as_integer();
    if (value == nullptr) return wrong_type(node);
    if (value->get() < low || value->get() > high) return out_of_range;
    if constexpr (std::is_same_v<T, std::int64_t>) target = value->get();
    else target = int(value->get());
    return {};
  }
};

/// Whether a double holds the integer exactly.
inline bool is_exact(std::int64_t n) {
  const double rounded = double(n);
  return rounded < 0x1p63 && std::int64_t(rounded) == n;
}

/// A number in an interval. A square bracket includes its end, as in [0, 1).
struct Number {
  char left;
  double low, high;
  char right;
  std::string interval() const {
    if (std::isinf(low) && std::isinf(high)) return "of any size";
    if (std::isinf(high)) return fmt::format("{} {}", left == '(' ? "above" : "from", low);
    return fmt::format("in {}{}, {}{}", left, low, high, right);
  }
  std::string expected() const { return "a number " + interval(); }
  bool contains(double x) const {
    return (x > low || (left == '[' && x == low)) && (x < high || (right == ']' && x == high));
  }
  template <class T> Fault read(const toml::node& node, T& target) const {
    const toml::value<std::int64_t>* integer = node.as_integer();
    if (integer == nullptr && !node.is_floating_point()) return wrong_type(node);
    const double value = integer ? double(integer->get()) : node.as_floating_point()->get();
    if (!contains(value) || !std::isfinite(value)) return out_of_range;
    if (integer && !is_exact(integer->get()))
      return fmt::format("no double is this integer (the nearest is {:.1f})", value);
    target = value;
    return {};
  }
};

/// A list whose entries are all of one kind.
template <class Entry> struct List {
  std::size_t least, most;
  Entry entry;
  std::string expected() const {
    const std::string count =
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    if constexpr (std::is_same_v<Entry, Integer>)
      return fmt::format("a list of {} integers from {} to {}", count, entry.low, entry.high);
    else return fmt::format("a list of {} numbers {}", count, entry.interval());
  }
  template <class T> Fault read(const toml::node& node, std::vector<T>& target) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) return wrong_type(node);
    if (array->size() < least || array->size() > most)
      return fmt::format("wrong length ({})", array->size());
    target.clear();
    for (const toml::node& value : *array)
      if (Fault fault = entry.read(value, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }
};
using NumberList = List<Number>;
using IntegerList = List<Integer>;

/// None, or up to `most` pairs of lists of numbers, one list after the other. A pair holds a number.
struct ListsInPairs {
  std::size_t most;
  NumberList list;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs of lists, each {}, not both empty", most,
                       list.expected());
  }
  Fault read(const toml::node& node, std::vector<std::vector<double>>& target) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) return wrong_type(node);
    if (array->size() % 2 != 0 || array->size() > 2 * most)
      return fmt::format("wrong length ({})", array->size());
    target.clear();
    for (const toml::node& entry : *array)
      if (Fault fault = list.read(entry, target.emplace_back()); !fault.empty()) return fault;
    for (std::size_t i = 0; i < target.size(); i += 2)
      if (target[i].empty() && target[i + 1].empty()) return "a pair of empty lists";
    return {};
  }
};

template <class E> struct Choice {
  std::string expected() const {
    std::string text;
    for (const std::string_view w : words<E>)
      text += fmt::format("{}\"{}\"", text.empty() ? "" : w == words<E>.back() ? " or " : ", ", w);
    return text;
  }
  template <class T> Fault read(const toml::node& node, T& target) const {
    const toml::value<std::string>* text = node.as_string();
    if (text == nullptr) return wrong_type(node);
    for (std::size_t i = 0; i < words<E>.size(); ++i)
      if (text->get() == words<E>[i]) {
        target = E(i);
        return {};
      }
    return "unknown choice";
  }
};

struct Boolean {
  std::string expected() const { return "true or false"; }
  Fault read(const toml::node& node, bool& target) const {
    if (!node.is_boolean()) return wrong_type(node);
    target = node.as_boolean()->get();
    return {};
  }
};

struct Path {
  std::string what;
  std::string expected() const { return what; }
  Fault read(const toml::node& node, std::string& target) const {
    if (!node.is_string()) return wrong_type(node);
    const std::string& path = node.as_string()->get();
    if (path.empty()) return "empty";
    if (!is_printable(path)) return "control characters in a path";
    target = path;
    return {};
  }
};

/// Choices one after the other.
template <class E> struct ChoiceList {
  std::size_t most;
  std::string expected() const {
    return fmt::format("a list of up to {} of {}", most, Choice<E>{}.expected());
  }
  Fault read(const toml::node& node, std::vector<E>& target) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) return wrong_type(node);
    if (array->size() > most) return fmt::format("wrong length ({})", array->size());
    std::vector<E> found(array->size());
    for (std::size_t n = 0; n < found.size(); ++n)
      if (Fault fault = Choice<E>{}.read((*array)[n], found[n]); !fault.empty()) return fault;
    target = found;
    return {};
  }
};

struct RankGrid {
  std::string expected() const { return "\"auto\" or [ranks in x, ranks in y]"; }
  Fault read(const toml::node& node, std::optional<ProcessGrid>& target) const {
    if (node.is_string() && node.as_string()->get() == "auto") {
      target.reset();
      return {};
    }
    const toml::array* array = node.as_array();
    if (array == nullptr) return node.is_string() ? "unknown choice" : wrong_type(node);
    if (array->size() != 2) return fmt::format("wrong length ({})", array->size());
    std::array<int, 2> ranks{};
    for (std::size_t i = 0; i < 2; ++i)
      if (Fault fault = Integer{1, 1'000'000}.read((*array)[i], ranks[i]); !fault.empty())
        return fault;
    target.emplace(ProcessGrid{ranks[0], ranks[1]});
    return {};
  }
};

/// A kind that may be left to the program. The member is an optional, empty for "auto".
template <class Kind> struct OrAuto {
  Kind kind;
  std::string expected() const { return "\"auto\" or " + kind.expected(); }
  template <class T> Fault read(const toml::node& node, std::optional<T>& target) const {
    if (node.is_string() && node.as_string()->get() == "auto") {
      target.reset();
      return {};
    }
    return kind.read(node, target.emplace());
  }
};

template <class Kind>
inline constexpr bool is_text_kind = std::is_same_v<Kind, Path> || std::is_same_v<Kind, RankGrid>;
template <class E> inline constexpr bool is_text_kind<Choice<E>> = true;
template <class Kind> inline constexpr bool is_text_kind<OrAuto<Kind>> = is_text_kind<Kind>;

/// Whether a key of text takes numbers too.
template <class Kind> inline constexpr bool is_number_kind = false;

/// A parameter as the report shows it.
template <class T> nlohmann::json to_json(const T& value) { return value; }
inline nlohmann::json to_json(const std::string& value) {
  return value.empty() ? nlohmann::json() : nlohmann::json(value);
}
inline nlohmann::json to_json(const std::optional<ProcessGrid>& grid) {
  return grid ? nlohmann::json{grid->px, grid->py} : nlohmann::json("auto");
}
template <class T> nlohmann::json to_json(const std::optional<T>& value);
template <class E>
requires std::is_enum_v<E> nlohmann::json to_json(const E& choice) { return word(choice); }
template <class T> nlohmann::json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : nlohmann::json();
}
/// The same for a key of this kind.
template <class E> nlohmann::json to_json_of(const ChoiceList<E>&, const std::vector<E>& choices) {
  nlohmann::json list = nlohmann::json::array();
  for (const E choice : choices) list.push_back(word(choice));
  return list;
}
template <class Kind, class T> nlohmann::json to_json_of(const Kind&, const T& value) {
  return to_json(value);
}
template <class Kind, class T>
nlohmann::json to_json_of(const OrAuto<Kind>&, const std::optional<T>& value) {
  return value ? to_json(*value) : nlohmann::json("auto");
}

} // namespace isobar::deck
