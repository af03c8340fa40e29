#pragma once
#include "fem/fem_deck.hpp"

namespace isobar {

/// Checks that the values of a deck fit together. It is the last step of parse_fem_deck. Throws InputError.
void resolve(FemDeck& deck);

} // namespace isobar
