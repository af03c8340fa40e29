#pragma once
#include "deck/deck.hpp"

namespace isobar {

/// Checks how the values of a deck fit together and fills those defaults that depend on other
/// values. The last step of parse_deck. Throws InputError.
void resolve(Deck& deck);

} // namespace isobar
