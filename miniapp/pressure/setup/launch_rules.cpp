#include "pressure/setup/launch_rules.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

/// Whether a rule is for columns of nz layers.
bool is_for(const MarchRule& rule, int nz) {
  return march_shape(1, 1, nz, rule.word, {{rule.word, 0, rule.shape}}) == rule.shape;
}

} // namespace

std::vector<deck::LaunchRule> with_found_rules(const std::vector<deck::LaunchRule>& old,
                                               std::string_view gpu, int nz,
                                               const std::vector<deck::LaunchRule>& found) {
  std::vector<deck::LaunchRule> rules;
  for (const deck::LaunchRule& rule : old)
    if (rule.gpu != gpu || !is_for(rule.march, nz)) rules.push_back(rule);
  rules.insert(rules.end(), found.begin(), found.end());
  return rules;
}

std::string launch_table_note(const Deck& deck, std::string_view gpu) {
  const std::string& table = deck.launch.table;
  if (table.empty() || gpu.empty() || !deck::rules_on(deck.launch.march, gpu).empty()) return {};
  return fmt::format("{}: {} has no rule for {}, so that the program chooses the shapes; "
                     "isobar_tune --table {} adds some",
                     deck.given.at("launch.table"), table, gpu, table);
}

} // namespace isobar
