#pragma once
#include "pressure/setup/setup_inputs.hpp"

#include <string>

namespace isobar {

/// Throws InputError, with one line that says which methods will do, unless the deck's method solves the equation with
/// these parts of the caller's. Only methods that are wrapped around a matrix solve more than the factorised equation:
/// Krylov methods one that has coefficients a cell or is the caller's own; BiCGStab, GCR and GMRES one with convection.
/// Vertical modes alone need an equation that separates.
void check_method(const Deck& deck, const Equation& equation, const OwnParts& own = {});

/// Why modes alone do not solve the equation; empty if they do.
std::string reason_against_separation(const Equation& equation);

} // namespace isobar
