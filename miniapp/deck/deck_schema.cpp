#include "deck/deck_schema.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace isobar {
namespace deck {
namespace {

/// Levenshtein distance: letters to insert, delete or replace.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

} // namespace

bool Schema::has_section(std::string_view name) const {
  return std::ranges::any_of(sections_, [&](const Section& s) { return s.name == name; });
}

const Key* Schema::find_key(std::string_view section, std::string_view name) const {
  for (const Key& key : keys_)
    if (key.section == section && key.name == name) return &key;
  return nullptr;
}

std::string_view Schema::new_name(std::string_view section, std::string_view name) const {
  for (const Renamed& key : renamed_)
    if (key.section == section && key.old_name == name) return key.new_name;
  return {};
}

std::string Schema::nearest_key(std::string_view section, std::string_view name) const {
  // The name says more than the section: keys often stand in the wrong section.
  const auto cost = [&](const Key& key) {
    return 4 * distance(name, key.name) + distance(section, key.section);
  };
  return std::ranges::min_element(keys_, {}, cost)->full_name();
}

std::string Schema::nearest_section(std::string_view name) const {
  const auto cost = [&](const Section& section) { return distance(name, section.name); };
  return std::ranges::min_element(sections_, {}, cost)->name;
}

void note_unused(DeckBase& deck) {
  deck.unused.clear();
  for (const Key& key : deck.schema->keys())
    if (key.is_used && !key.is_used(deck) && deck.is_given(key.full_name()))
      deck.unused.push_back(fmt::format("{}: not used, only with {}",
                                        describe(deck, key.full_name()), key.used_with));
}

} // namespace deck

std::string describe(const DeckBase& deck, std::string_view key) {
  if (const auto found = deck.given.find(key); found != deck.given.end()) return found->second;
  const std::size_t dot = key.find('.');
  const deck::Key* known = deck.schema->find_key(key.substr(0, dot), key.substr(dot + 1));
  return fmt::format("{}: {} = {} (default)", deck.path, key,
                     deck::to_json(known->value(deck)).dump());
}

nlohmann::json parameters(const DeckBase& deck) {
  nlohmann::json all;
  for (const deck::Key& key : deck.schema->keys())
    all[key.section][key.name] = to_json(key.value(deck));
  return all;
}

} // namespace isobar
