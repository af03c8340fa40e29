#pragma once
#include "deck/deck_values.hpp"
#include "fem/fem_json.hpp"

/// The kinds of value that decks of isobar_fem have beside those of deck_values.hpp.
namespace isobar::fem {

using deck::Fault;

/// A number, or the name of a function.
template <class E> struct NumberOr {
  deck::Number number;
  std::string expected() const {
    return number.expected() + ", or " + deck::Choice<E>{}.expected();
  }
  Fault read(const toml::node& node, NumberOrName<E>& target) const {
    if (!node.is_string()) {
      target.name.reset();
      return number.read(node, target.number);
    }
    return deck::Choice<E>{}.read(node, target.name.emplace());
  }
};
template <class E> nlohmann::json to_json_of(const NumberOr<E>&, const NumberOrName<E>& value) {
  return to_json(value);
}

/// One of the names, or "none"; the member is empty then.
template <class E> struct ChoiceOrNone {
  std::string expected() const { return "\"none\", " + deck::Choice<E>{}.expected(); }
  Fault read(const toml::node& node, std::optional<E>& target) const {
    target.reset();
    if (node.is_string() && node.as_string()->get() == "none") return {};
    return deck::Choice<E>{}.read(node, target.emplace());
  }
};
template <class E>
nlohmann::json to_json_of(const ChoiceOrNone<E>&, const std::optional<E>& value) {
  return value ? deck::word(*value) : "none";
}

/// A list of pairs of a name, `whose`, and what read_value(node, name) reads.
template <class ReadValue>
Fault read_pairs(const toml::node& node, std::size_t most, const std::string& whose,
                 const ReadValue& read_value) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return deck::wrong_type(node);
  if (array->size() > most) return fmt::format("wrong length ({})", array->size());
  for (const toml::node& entry : *array) {
    const toml::array* pair = entry.as_array();
    if (pair == nullptr) return deck::wrong_type(entry);
    if (pair->size() != 2) return fmt::format("a pair of wrong length ({})", pair->size());
    if (!(*pair)[0].is_string()) return deck::wrong_type((*pair)[0]);
    const std::string& name = (*pair)[0].as_string()->get();
    if (name.empty() || !is_printable(name)) return "no name of a " + whose;
    if (Fault fault = read_value((*pair)[1], name); !fault.empty()) return fault;
  }
  return {};
}

/// Pairs of a region's name and its coefficient.
struct RegionValues {
  std::size_t most;
  deck::Number value;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs, each the name of a region and {}", most,
                       value.expected());
  }
  Fault read(const toml::node& node, std::vector<RegionValue>& target) const {
    target.clear();
    return read_pairs(node, most, "region", [&](const toml::node& what, const std::string& name) {
      RegionValue& added = target.emplace_back();
      added.region = name;
      return value.read(what, added.value);
    });
  }
};
inline nlohmann::json to_json_of(const RegionValues&, const std::vector<RegionValue>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const RegionValue& v : values) list.push_back({v.region, v.value});
  return list;
}

/// Pairs of a rim's name and what holds there.
struct RimValues {
  std::size_t most;
  NumberOr<FunctionName> value;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs, each the name of a boundary and {}, or \"none\"",
                       most, value.expected());
  }
  Fault read(const toml::node& node, std::vector<RimValue>& target) const {
    target.clear();
    return read_pairs(node, most, "boundary", [&](const toml::node& what, const std::string& name) {
      RimValue& added = target.emplace_back();
      added.rim = name;
      added.open = what.is_string() && what.as_string()->get() == "none";
      return added.open ? Fault() : value.read(what, added.value);
    });
  }
};
inline nlohmann::json to_json_of(const RimValues&, const std::vector<RimValue>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const RimValue& v : values)
    list.push_back({v.rim, v.open ? nlohmann::json("none") : to_json(v.value)});
  return list;
}

} // namespace isobar::fem

namespace isobar::deck {
template <class E> inline constexpr bool is_text_kind<fem::NumberOr<E>> = true;
template <class E> inline constexpr bool is_number_kind<fem::NumberOr<E>> = true;
template <class E> inline constexpr bool is_text_kind<fem::ChoiceOrNone<E>> = true;
} // namespace isobar::deck
