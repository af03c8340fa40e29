#pragma once
#include "pressure/deck/deck.hpp"

namespace isobar {

/// Checks whether the values of a deck fit together, and fills in the defaults that
/// depend on other values. It is the last step of parse_deck. Throws InputError.
void resolve(Deck& deck);

/// Resolves [grid], [boundaries] and [coefficients], and the numbers in files of layers
/// (deck_resolve_equation.cpp). It completes boundaries, interfaces and profiles.
void resolve_equation(Deck& deck);

/// Refuses, in one line, what the sphere does not support, and fills in its flux (deck_resolve_sphere.cpp). Does nothing for other domains.
void resolve_sphere(Deck& deck);

/// Resolves all values that depend on the method, which is known (deck_resolve_method.cpp).
void resolve_method(Deck& deck);

} // namespace isobar
