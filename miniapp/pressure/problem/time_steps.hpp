#pragma once
#include "pressure/deck/deck.hpp"

namespace isobar {

/// The deck of a step of its sequence, counted from 0, with that step's physics and right-hand side. Requires a sequence.
Deck deck_of_step(const Deck& deck, int step);

/// The ratio of the steps' largest CFL number to the deck's own; 1 without a
/// sequence. The CFL number is proportional to sound speed times time step.
double cfl_factor_of_steps(const Deck& deck);

} // namespace isobar
