#pragma once
#include "deck/deck_values.hpp"

/// The kinds of value that decks of isobar_flow have beside those of deck_values.hpp.
namespace isobar::flow {

using deck::Fault;

/// Places, or places with a strength: up to `most` lists of numbers.
struct Points {
  std::size_t most;
  deck::NumberList point;
  std::string expected() const {
    return fmt::format("a list of up to {} lists, each {}", most, point.expected());
  }
  Fault read(const toml::node& node, std::vector<std::vector<double>>& target) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) return deck::wrong_type(node);
    if (array->size() > most) return fmt::format("wrong length ({})", array->size());
    target.clear();
    for (const toml::node& entry : *array)
      if (Fault fault = point.read(entry, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }
};

/// A wall's temperature; the member is empty where no heat passes.
struct Temperature {
  deck::Number number;
  std::string expected() const { return "\"insulated\" or " + number.expected(); }
  Fault read(const toml::node& node, std::optional<double>& target) const {
    if (!node.is_string()) return number.read(node, target.emplace());
    if (node.as_string()->get() != "insulated") return "unknown choice";
    target.reset();
    return {};
  }
};
inline nlohmann::json to_json_of(const Temperature&, const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json("insulated");
}

} // namespace isobar::flow

namespace isobar::deck {
template <> inline constexpr bool is_text_kind<flow::Temperature> = true;
template <> inline constexpr bool is_number_kind<flow::Temperature> = true;
} // namespace isobar::deck
