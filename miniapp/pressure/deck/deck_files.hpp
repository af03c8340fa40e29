#pragma once
#include "pressure/deck/deck.hpp"

#include <fmt/format.h>

namespace isobar::deck {

/// Calls visit(key, path) for each key that may name an input file; the path is
/// empty if none is named. AnyDeck is Deck or const Deck.
template <class AnyDeck, class Visit> void for_input_files(AnyDeck& deck, const Visit& visit) {
  visit(std::string("rhs.file"), deck.rhs.file);
  visit(std::string("launch.table"), deck.launch.table);
  visit(std::string("grid.interfaces"), deck.grid.interfaces.file);
  visit(std::string("coefficients.ground"), deck.coefficients.ground.file);
  for (const NamedCoefficient& c : coefficients) {
    auto& coefficient = deck.coefficients.*c.member;
    const std::string key = fmt::format("coefficients.{}", c.name);
    visit(key + "_profile", coefficient.profile.file);
    visit(key + "_columns", coefficient.columns.file);
    visit(key + "_cells", coefficient.cells);
  }
}

} // namespace isobar::deck
