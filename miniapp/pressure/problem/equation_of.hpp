#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <string>
#include <vector>

namespace isobar {

/// The equation of a deck. Its files of columns and cells are mapped into memory,
/// and not read here. Throws InputError that names the key if that fails.
Equation equation_of(const Deck& deck);
/// Its spec without the functions in files of columns. It is enough to choose levels, ranks and outputs.
GridSpec grid_spec(const Deck& deck);

/// Checks a rank's share of the numbers in a deck's files of columns and cells; all ranks together check
/// each once. Returns a line about the first impossible one, with key and indices; empty if there is none.
std::string coefficient_problem(const Deck& deck, int rank, int ranks);

/// The parts of the equation that a deck gives, in a few words each: "alpha_h:
/// standard-atmosphere x mountains". Empty for the papers' equation.
std::vector<std::string> given_coefficients(const Deck& deck);

} // namespace isobar
