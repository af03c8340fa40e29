#pragma once
#include "pressure/deck/deck.hpp"

namespace isobar {

/// Checks how the values of a deck fit together and fills those defaults that depend on other
/// values. The last step of parse_deck. Throws InputError.
void resolve(Deck& deck);

/// Those of [grid], [boundaries] and [coefficients], and of the numbers in files of layers (deck_resolve_equation.cpp).
/// Boundaries, interfaces and profiles are complete afterwards.
void resolve_equation(Deck& deck);

/// Refuses what the sphere has not, in one line, and fills its flux (deck_resolve_sphere.cpp). Does nothing for other domains.
void resolve_sphere(Deck& deck);

/// All that depends on the method, which is known (deck_resolve_method.cpp).
void resolve_method(Deck& deck);

} // namespace isobar
