#pragma once
#include "pressure/deck/deck.hpp"

#include <concepts>

/// Decks from text, and the line that a wrong one ends with.
namespace isobar {

inline const std::string grid = "[grid]\nnx = 64\nny = 32\nnz = 16\n";

inline Deck parse(const std::string& text, const std::vector<std::string>& settings = {}) {
  std::vector<Override> overrides;
  for (const std::string& setting : settings) overrides.push_back(parse_override(setting));
  return parse_deck(text, "deck.toml", overrides);
}

/// The line of the error that `f` ends with.
template <std::invocable F> std::string error_of(const F& f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "(no error)";
}
inline std::string error_of(const std::string& text,
                            const std::vector<std::string>& settings = {}) {
  return error_of([&] { parse(text, settings); });
}
inline std::string set_error(const std::string& setting) { return error_of(grid, {setting}); }

} // namespace isobar
