#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Throws InputError for a number of columns or layers that cannot be.
void check_sizes(const PressureGrid& grid);
/// A caller's grid, CFL number (solver_equation.hpp) and options as a deck, whose keys check them. Throws InputError.
Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections);

/// Takes from `sections`, TOML as above, what may change in a solver that is there: keys of [solver] that end a solve. What it does not
/// name stays as it is. `first`: the sections that the deck was made from. Throws InputError for anything else, and changes nothing then.
void change_options(Deck& deck, const PressureGrid& grid, const std::string& first,
                    const std::string& sections);

} // namespace isobar
