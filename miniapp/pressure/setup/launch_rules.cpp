#include "pressure/setup/launch_rules.hpp"

#include <fmt/format.h>

namespace isobar {

std::string launch_table_note(const Deck& deck, std::string_view gpu) {
  const std::string& table = deck.launch.table;
  if (table.empty() || gpu.empty() || !deck::rules_on(deck.launch.march, gpu).empty()) return {};
  return fmt::format("{}: {} has no rule for {}, so that the program chooses the shapes; "
                     "isobar_tune --table {} adds some",
                     deck.given.at("launch.table"), table, gpu, table);
}

} // namespace isobar
