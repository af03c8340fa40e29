#pragma once
#include "deck/deck_schema.hpp"
#include "fuzz_support.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

/// Requirements on the decks of all programs, for any bytes.
namespace isobar::fuzz {

using nlohmann::json;

/// An interval as the deck's reference says it, in words.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool with_low = true, with_high = true;
  bool contains(double x) const {
    return std::isfinite(x) && (x > low || (with_low && x == low)) &&
           (x < high || (with_high && x == high));
  }
};

/// From "a number in (0, 1]", "an integer from 1 to 20", "a number above 0"; read apart from the
/// code that checks.
inline Range range_of(const std::string& expected) {
  std::smatch m;
  if (std::regex_search(expected, m, std::regex(R"(in ([\[(])(\S+), (\S+)([\])]))")))
    return {std::stod(m[2]), std::stod(m[3]), m[1] == "[", m[4] == "]"};
  Range range;
  if (std::regex_search(expected, m, std::regex("numbers? above (\\S+)")))
    range = {std::stod(m[1]), range.high, false, true};
  else if (std::regex_search(expected, m, std::regex("from (\\d+)( to (\\d+))?")))
    range = {std::stod(m[1]), m[3].matched ? std::stod(m[3]) : range.high, true, true};
  return range;
}

inline void check_one_line(const std::string& text) {
  const bool plain = std::ranges::none_of(text, [](unsigned char c) { return c < 32 || c == 127; });
  demand(!text.empty() && plain, "one line of text: " + text);
  demand(text.size() < 4000, "a line of bearable length: " + text);
}

/// Keys whose values follow from others unless they are given, so that they have no range of their own then.
using Derived = std::vector<std::string_view>;

inline bool is_derived(const DeckBase& deck, const deck::Key& key, const Derived& derived) {
  return std::ranges::count(derived, key.full_name()) > 0 && !deck.is_given(key.full_name());
}

inline void check_ranges(const DeckBase& deck, const Derived& derived) {
  static const std::vector<Range> ranges = [&] {
    std::vector<Range> list;
    for (const deck::Key& key : deck.schema->keys()) list.push_back(range_of(key.expected));
    return list;
  }();
  for (std::size_t i = 0; i < deck.schema->keys().size(); ++i) {
    const deck::Key& key = deck.schema->keys()[i];
    const json value = to_json(key.value(deck));
    if (is_derived(deck, key, derived)) continue;
    for (const json& entry : value.is_array() ? value : json::array({value}))
      demand(!entry.is_number() || ranges[i].contains(entry.get<double>()),
             fmt::format("{} = {} is {}", key.full_name(), entry.dump(), key.expected));
  }
}

/// A deck that is put together from the parameters of another gives the same parameters.
template <class Parse>
void check_round_trip(const DeckBase& deck, const Derived& derived, const Parse& parse) {
  const json all = parameters(deck);
  std::string text;
  for (const auto& [section, values] : all.items()) {
    text += fmt::format("[{}]\n", section);
    for (const auto& [key, value] : values.items())
      if (!value.is_null() && !is_derived(deck, *deck.schema->find_key(section, key), derived))
        text += fmt::format("{} = {}\n", key, value.dump());
  }
  demand(parameters(parse(text, "again.toml", {})) == all, "the same again:\n" + text);
}

inline std::vector<std::string> split(std::string_view bytes) {
  std::vector<std::string> parts(1);
  for (const char c : bytes)
    if (c == '\xff') parts.emplace_back();
    else parts.back() += c;
  return parts;
}

/// Reads a deck and overrides from arbitrary bytes with parse(text, path, overrides), and checks what comes of it. A byte 0xff,
/// which UTF-8 does not have, ends the deck and begins an override "section.key=value".
template <class Parse>
void read_deck_from(std::string_view bytes, const Derived& derived, const Parse& parse) {
  const std::vector<std::string> parts = split(bytes);
  std::vector<Override> overrides;
  const auto read = [&] {
    for (std::size_t i = 1; i < parts.size(); ++i) overrides.push_back(parse_override(parts[i]));
    return parse(parts[0], "deck.toml", overrides);
  };
  std::optional<decltype(read())> deck;
  try {
    deck = read();
  } catch (const InputError& e) { // anything else ends the fuzzing
    return check_one_line(e.what());
  }
  for (const std::string& line : deck->unused) check_one_line(line);
  (void)json(deck->unused).dump(); // what is no UTF-8 throws
  check_ranges(*deck, derived);
  check_round_trip(*deck, derived, parse);
}

} // namespace isobar::fuzz
