#pragma once
#include "pressure/classes/problem_class.hpp"

#include <nlohmann/json.hpp>

/// Which values of a deck a class locks, their hash, and where a deck departs from them.
namespace isobar {

/// What keeps a result from being official: a key or a condition, what was found and what is wanted.
struct Departure {
  std::string key;
  nlohmann::json found, wanted;
};

/// The locked values of a deck by full key, as reports show them: equal values of lists and numbers are equal texts.
nlohmann::json locked_values(const ProblemClass& c, const Deck& deck);

/// The first 16 hexadecimal digits of the SHA-256 of the class's algorithm and the deck's locked values, as JSON without spaces, keys
/// sorted. More than a minimum counts as the minimum. The same for all sizes of fill.
std::string locked_hash(const ProblemClass& c, const Deck& deck, const Deck& wanted);
/// The hash that the class has had since it was published; empty for a class that is not in the table.
std::string published_hash(const ProblemClass& c);

/// Where the deck departs from the one that the class wants. Empty if nowhere.
std::vector<Departure> deck_departures(const ProblemClass& c, const Deck& found,
                                       const Deck& wanted);

} // namespace isobar
