#pragma once
#include "deck/deck_schema.hpp"

#include <span>
#include <string>
#include <string_view>

/// What a file is that was given as a deck and is none, or none of this program.
namespace isobar::deck {

/// What a file that begins so is other than a deck: "a JSON file", "a report of a run". Empty for what may be TOML.
std::string_view what_else_it_is(std::string_view text);

/// A program and the sections and keys ("grid.length") that only its decks have.
struct TellingNames {
  std::string_view program;
  std::span<const std::string_view> names;
};
/// Of all programs. Their schemas are not linked together, so that the names stand here; a test compares them.
std::span<const TellingNames> telling_names();

/// The program with this schema; nullptr if its schema has none of the telling names.
const TellingNames* program_of(const Schema& schema);
/// The program whose names a deck has most of, if those are more than it has of `own`; else nullptr. `has` says whether the
/// deck has a section or key.
template <class Has> const TellingNames* other_program(const TellingNames& own, const Has& has) {
  const auto count = [&](const TellingNames& of) {
    std::size_t found = 0;
    for (const std::string_view name : of.names) found += has(name) ? 1 : 0;
    return found;
  };
  const TellingNames* best = &own;
  for (const TellingNames& other : telling_names())
    if (count(other) > count(*best)) best = &other;
  return best == &own ? nullptr : best;
}

} // namespace isobar::deck
