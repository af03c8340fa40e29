#pragma once
#include "deck/deck.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar {

/// A caller's grid, equation and options as a deck, whose keys check them. Throws InputError.
Deck solver_deck(const PressureGrid& grid, const Physics& physics, const std::string& sections);

/// Throws InputError unless these are coefficients of an elliptic equation.
void check_physics(const Physics& physics);

} // namespace isobar
