#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Throws InputError for an invalid number of columns or layers.
void check_sizes(const PressureGrid& grid);
/// A caller's grid, CFL number (solver_equation.hpp) and options as a deck, whose keys check them. Throws InputError.
Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections);

/// Changes the keys of [solver] that end a solve, in an existing solver, from `sections`, TOML as above. Others stay as they
/// are. `first`: the sections that the deck was made from. Throws InputError for any other key, and changes nothing then.
void change_options(Deck& deck, const PressureGrid& grid, const std::string& first,
                    const std::string& sections);

} // namespace isobar
