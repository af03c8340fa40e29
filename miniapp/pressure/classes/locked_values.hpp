#pragma once
#include "pressure/classes/problem_class.hpp"

#include <nlohmann/json.hpp>

/// The deck values that a class locks, their hash, and the departures of a deck from them.
namespace isobar {

/// A reason why a result is not official: a key or a condition, the value found and the value wanted.
struct Departure {
  std::string key;
  nlohmann::json found, wanted;
};

/// The locked values of a deck by full key, as reports show them. Equal lists and numbers give equal texts.
nlohmann::json locked_values(const ProblemClass& c, const Deck& deck);

/// The first 16 hexadecimal digits of the SHA-256 of the class's algorithm and the deck's locked values, as JSON
/// without spaces, keys sorted. A value above a minimum counts as the minimum. All sizes of fill have the same hash.
std::string locked_hash(const ProblemClass& c, const Deck& deck, const Deck& wanted);
/// The hash with which the class was published; empty for a class that is not in the table.
std::string published_hash(const ProblemClass& c);

/// The departures of a deck from the one that the class wants. Empty if there are none.
std::vector<Departure> deck_departures(const ProblemClass& c, const Deck& found,
                                       const Deck& wanted);

} // namespace isobar
