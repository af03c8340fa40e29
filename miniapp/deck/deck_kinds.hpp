#pragma once
#include "deck/deck_schema.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Identifies files given as decks that are no decks, or decks of another program.
namespace isobar::deck {

/// Names the kind of file that begins like this, if it is no deck: "a JSON file", "a report of a run". Empty if it may be TOML.
std::string_view what_else_it_is(std::string_view text);

/// The pages of all programs' decks (reference_page), as they were when the program was configured.
const std::vector<std::string_view>& deck_pages();

/// A program and what its decks may have: sections ("walls"), then keys ("grid.length") and words of keys ("rhs.kind=box").
struct DeckNames {
  std::string program;
  std::vector<std::string> names;
  bool has(std::string_view name) const;
};
/// The names of all programs' decks, from their pages, because no program links all schemas.
const std::vector<DeckNames>& all_deck_names();

/// A deck that seems to be for another program.
struct OtherProgram {
  std::string program; ///< the program it is for, or several: "isobar or isobar_flow"
  std::string own;     ///< the program that was given the deck
  /// A name in the deck that decks of `own` lack. Names that only
  /// one program's decks have are preferred.
  std::string name;
};
/// The program that has most of the deck's names that this schema lacks. Nothing if the deck has at
/// least as many names that only this schema has. The function `has` says whether the deck has a
/// section, a key or a word of a key.
std::optional<OtherProgram> other_program(const Schema& schema,
                                          const std::function<bool(std::string_view)>& has);

} // namespace isobar::deck
