#pragma once
#include "pressure/deck/deck.hpp"
#include "pressure/problem/equation.hpp"

#include <string>
#include <vector>

namespace isobar {

/// What a deck says is solved. Its files of columns and cells are mapped into memory, not read here. Throws InputError that
/// names the key where that fails.
Equation equation_of(const Deck& deck);
/// The spec of it without what stands in files of columns: levels, ranks and outputs are chosen by it.
GridSpec grid_spec(const Deck& deck);

/// Looks through a rank's share of the numbers in a deck's files of columns and cells, so that all ranks together see each
/// once. Returns the line of the first that cannot be, with key and indices; empty if there is none.
std::string coefficient_problem(const Deck& deck, int rank, int ranks);

/// What a deck gives of the equation, a few words for each: "alpha_h: standard-atmosphere x mountains". Empty where it is
/// the papers'.
std::vector<std::string> given_coefficients(const Deck& deck);

} // namespace isobar
