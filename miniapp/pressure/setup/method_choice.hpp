#pragma once
#include "pressure/setup/setup_inputs.hpp"

#include <string>

namespace isobar {

/// Throws InputError, with one line that names the possible methods, unless the deck's method
/// solves the equation with these parts of the caller. Only Krylov methods solve more than the
/// factorised equation. All of them take coefficients a cell or the caller's own matrix. BiCGStab,
/// GCR and GMRES take convection. Vertical modes alone need an equation that separates.
void check_method(const Deck& deck, const Equation& equation, const CallerOperators& own = {});

/// The reason why modes alone do not solve the equation; empty if they do.
std::string reason_against_separation(const Equation& equation);

} // namespace isobar
