#pragma once
#include "deck/deck_schema.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

/// What a file is that was given as a deck and is none, or none of this program.
namespace isobar::deck {

/// What a file that begins so is other than a deck: "a JSON file", "a report of a run". Empty for what may be TOML.
std::string_view what_else_it_is(std::string_view text);

/// A program and what only its decks have: sections ("walls"), keys ("grid.length"), values of keys ("rhs.kind=box"). The
/// first is a section. An entry may stand for two programs that share what the third has not.
struct TellingNames {
  std::string_view program;
  std::span<const std::string_view> names;
};
/// Of all programs, those that stand for two last. Their schemas are not linked together, so that the names stand here; a test
/// compares them.
std::span<const TellingNames> telling_names();

/// The program with this schema; nullptr if its schema has none of the telling names.
const TellingNames* program_of(const Schema& schema);
/// The program whose names a deck has most of, if those are more than it has of the one with this schema; else nullptr. `has`
/// says whether the deck has a section, a key or a value.
const TellingNames* other_program(const Schema& schema,
                                  const std::function<bool(std::string_view)>& has);

} // namespace isobar::deck
