#pragma once
#include "fem/fem_deck.hpp"

namespace isobar {

/// Checks how the values of a deck fit together. The last step of parse_fem_deck. Throws InputError.
void resolve(FemDeck& deck);

} // namespace isobar
