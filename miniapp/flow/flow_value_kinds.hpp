#pragma once
#include "deck/value_kinds.hpp"

#include <fmt/format.h>

/// The kinds of values that decks of isobar_flow have in addition to those of value_kinds.hpp.
namespace isobar::flow {

using deck::Fault;

/// Points, or points with a strength: up to `most` lists of numbers.
struct Points {
  std::size_t most;
  deck::NumberList point;
  std::string expected() const {
    return fmt::format("a list of up to {} lists, each {}", most, point.expected());
  }
  Fault read(const deck::Value& value, std::vector<std::vector<double>>& target) const {
    if (!value.is_list()) return deck::wrong_type(value);
    if (value.list.size() > most) return deck::wrong_length(value);
    target.clear();
    for (const deck::Value& entry : value.list)
      if (Fault fault = point.read(entry, target.emplace_back()); !fault.empty()) return fault;
    return {};
  }
};

/// A wall's temperature; the member is empty for a wall through which no heat passes.
struct Temperature {
  deck::Number number;
  std::string expected() const { return "\"insulated\" or " + number.expected(); }
  Fault read(const deck::Value& value, std::optional<double>& target) const {
    if (!value.is_text()) return number.read(value, target.emplace());
    if (!value.is_text("insulated")) return "unknown choice";
    target.reset();
    return {};
  }
};
inline deck::Value to_value_of(const Temperature&, const std::optional<double>& value) {
  return value ? deck::Value(*value) : deck::Value("insulated");
}

} // namespace isobar::flow

namespace isobar::deck {
template <> inline constexpr bool is_text_kind<flow::Temperature> = true;
template <> inline constexpr bool is_number_kind<flow::Temperature> = true;
} // namespace isobar::deck
