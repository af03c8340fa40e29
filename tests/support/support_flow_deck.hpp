#pragma once
#include "flow/flow_deck.hpp"
#include "support_deck.hpp"

/// Decks of isobar_flow from text, and the line that a wrong one ends with.
namespace isobar {

inline const std::string poisson = "[problem]\nkind = \"poisson\"\n" + grid;
inline const std::string cavity =
    grid + "[flow]\nreynolds = 100\n[walls]\ntop_velocity = [1, 0, 0]\n[time]\nend_time = 1\n";

inline FlowDeck parse_flow(const std::string& text, const std::vector<std::string>& settings = {}) {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return parse_flow_deck(text, "deck.toml", overrides);
}
inline std::string flow_error(const std::string& text,
                              const std::vector<std::string>& settings = {}) {
  return error_of([&] { parse_flow(text, settings); });
}

} // namespace isobar
