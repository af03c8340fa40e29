#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Throws InputError for a number of columns or layers that cannot be.
void check_sizes(const PressureGrid& grid);
/// A caller's grid, CFL number (solver_equation.hpp) and options as a deck, whose keys check them. Throws InputError.
Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections);

} // namespace isobar
