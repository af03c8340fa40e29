#pragma once
#include "deck/deck_schema.hpp"

#include <string>
#include <string_view>
#include <vector>

/// Reads any program's deck: values from its text and from the command line, checked by its schema. All throw InputError.
namespace isobar::deck {

/// The text of a deck's file.
std::string read_deck_file(const std::string& path);

/// The file that a path in the deck's text names: relative to the deck.
std::string beside_deck(const DeckBase& deck, const std::string& file);

/// The sections that a text may have, if not all.
struct OnlySections {
  std::vector<std::string_view> names;
  std::string what; ///< "a section that says how to solve"
};

/// Reads the text of a deck whose path is set.
void read_text(DeckBase& deck, std::string_view text, const OnlySections& only = {});
/// Assigns the overrides' values in their order, and then checks that all keys without a default were given.
void finish(DeckBase& deck, const std::vector<Override>& overrides);

} // namespace isobar::deck
