#pragma once
#include "pressure/deck/deck.hpp"

namespace isobar {

/// The deck of a step of its sequence, from 0 on: with that step's physics and right-hand side. Requires a sequence.
Deck deck_of_step(const Deck& deck, int step);

/// By how much the largest CFL number of the steps is above the deck's own; 1 without a sequence. The CFL number is proportional to
/// sound speed times time step.
double cfl_factor_of_steps(const Deck& deck);

} // namespace isobar
