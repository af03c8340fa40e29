#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Throws InputError for an invalid number of columns or layers.
void check_sizes(const PressureGrid& grid);
/// Turns a caller's grid, CFL number (solver_equation.hpp) and
/// options into a deck, whose keys check them. Throws InputError.
Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections);

/// Changes the keys of [solver] that end a solve, in the deck of an existing solver. `sections`:
/// TOML as above; keys that it does not name stay as they are. `first`: the sections from which
/// the deck was made. Throws InputError for any other key, and then changes nothing.
void change_options(Deck& deck, const PressureGrid& grid, const std::string& first,
                    const std::string& sections);

} // namespace isobar
