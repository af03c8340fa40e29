#include "pressure/deck/deck_launch.hpp"

#include "deck/deck_reader.hpp"
#include "input/input_error.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace isobar::deck {
namespace {

/// The rules of a table's text.
std::vector<LaunchRule> rules_of_text(const std::string& text, const std::string& path) {
  Deck table;
  table.path = path;
  read_text(table, text, {{"launch"}, "a section of a launch table"});
  for (const auto& [key, subject] : table.given)
    if (key != "launch.march")
      throw InputError(
          fmt::format("{}: no key of a launch table; expected only launch.march", subject));
  return table.launch.march;
}

} // namespace

std::string shape_text(const MarchShape& s) {
  return fmt::format("{}x{}x{}", s.lanes, s.chunks, s.layers);
}

std::string rule_text(const LaunchRule& rule) {
  const MarchRule& march = rule.march;
  return fmt::format("{} {} {} teams {}{}{}", march.word == sizeof(double) ? "double" : "float",
                     march.columns, shape_text(march.shape), march.shape.teams_per_multiprocessor,
                     rule.gpu.empty() ? "" : " on ", rule.gpu);
}

std::vector<MarchRule> rules_on(const std::vector<LaunchRule>& rules, std::string_view gpu) {
  std::vector<MarchRule> marches;
  for (const LaunchRule& rule : rules)
    if (gpu.starts_with(rule.gpu)) marches.push_back(rule.march);
  return marches;
}

std::vector<LaunchRule> read_launch_table(const std::string& path) {
  return rules_of_text(read_deck_file(path), path);
}

std::string launch_table_text(const std::vector<LaunchRule>& rules) {
  std::string text =
      "# Shapes of teams by GPU, for launch.table of decks. isobar_tune --table adds "
      "those of the GPU at hand.\n\n[launch]\nmarch = [\n";
  for (const LaunchRule& rule : rules) text += fmt::format("  \"{}\",\n", rule_text(rule));
  return text + "]\n";
}

void add_launch_table(Deck& deck) {
  const std::string& path = deck.launch.table;
  if (path.empty()) return;
  std::string text;
  try {
    text = read_deck_file(path);
  } catch (const InputError& e) { // which names the file alone
    throw InputError(fmt::format("{}: {}", deck.given.at("launch.table"), e.what()));
  }
  for (const LaunchRule& rule : rules_of_text(text, path))
    if (std::ranges::count(deck.launch.march, rule) == 0) deck.launch.march.push_back(rule);
}

} // namespace isobar::deck
