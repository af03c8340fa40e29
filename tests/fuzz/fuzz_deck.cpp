// Decks and overrides from arbitrary bytes. A byte 0xff, which UTF-8 does not have, ends the deck
// and begins an override "section.key=value".
#include "deck/deck.hpp"
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

namespace {

using namespace isobar;
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
Range range_of(const std::string& expected) {
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

const std::vector<Range>& ranges() {
  static const std::vector<Range> all = [] {
    std::vector<Range> list;
    for (const deck::Key& key : deck::schema().keys()) list.push_back(range_of(key.expected));
    return list;
  }();
  return all;
}

void check_one_line(const std::string& text) {
  const bool plain = std::ranges::none_of(text, [](unsigned char c) { return c < 32 || c == 127; });
  demand(!text.empty() && plain, "one line of text: " + text);
  demand(text.size() < 4000, "a line of bearable length: " + text);
}

/// What follows from other values (the CFL number of a time step) has no range of its own.
bool is_derived(const Deck& deck, const deck::Key& key) {
  return (key.name == "cfl" || key.name == "time_step") && !deck.is_given(key.full_name());
}

void check_ranges(const Deck& deck) {
  for (std::size_t i = 0; i < deck::schema().keys().size(); ++i) {
    const deck::Key& key = deck::schema().keys()[i];
    const json value = key.value(deck);
    if (is_derived(deck, key)) continue;
    for (const json& entry : value.is_array() ? value : json::array({value}))
      demand(!entry.is_number() || ranges()[i].contains(entry.get<double>()),
             fmt::format("{} = {} is {}", key.full_name(), entry.dump(), key.expected));
  }
}

/// A deck that is put together from the parameters of another gives the same parameters.
void check_round_trip(const Deck& deck) {
  const json all = parameters(deck);
  std::string text;
  for (const auto& [section, values] : all.items()) {
    text += fmt::format("[{}]\n", section);
    for (const auto& [key, value] : values.items())
      if (!value.is_null() && !is_derived(deck, *deck::schema().find_key(section, key)))
        text += fmt::format("{} = {}\n", key, value.dump());
  }
  demand(parameters(parse_deck(text, "again.toml")) == all, "the same again:\n" + text);
}

std::vector<std::string> split(std::string_view bytes) {
  std::vector<std::string> parts(1);
  for (const char c : bytes)
    if (c == '\xff') parts.emplace_back();
    else parts.back() += c;
  return parts;
}

std::optional<Deck> read(const std::vector<std::string>& parts) {
  try {
    std::vector<Override> overrides;
    for (std::size_t i = 1; i < parts.size(); ++i) overrides.push_back(parse_override(parts[i]));
    return parse_deck(parts[0], "deck.toml", overrides);
  } catch (const InputError& e) { // anything else ends the fuzzing
    check_one_line(e.what());
    return {};
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { // NOLINT
  const auto parts = split({reinterpret_cast<const char*>(data), size});
  const std::optional<Deck> deck = read(parts);
  if (!deck) return 0;
  for (const std::string& line : deck->unused) check_one_line(line);
  (void)json(deck->unused).dump(); // what is no UTF-8 throws
  check_ranges(*deck);
  check_round_trip(*deck);
  return 0;
}
