#pragma once
#include "fem/fem_deck.hpp"
#include "support_deck.hpp"

/// Decks of isobar_fem from text, and the error line of a wrong one.
namespace isobar {

inline const std::string circle = "[mesh]\nsource = \"circle\"\nlevels = 3\n[problem]\n"
                                  "boundaries = [[\"inner\", 1], [\"outer\", \"none\"]]\n";

inline FemDeck parse_fem(const std::string& text, const std::vector<std::string>& settings = {}) {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return parse_fem_deck(text, "deck.toml", overrides);
}
inline std::string fem_deck_error(const std::string& text,
                                  const std::vector<std::string>& settings = {}) {
  return error_of([&] { parse_fem(text, settings); });
}

} // namespace isobar
