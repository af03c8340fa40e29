#pragma once
#include "pressure/setup/setup_inputs.hpp"

namespace isobar {

/// Throws InputError, with one line that says which methods will do, unless the deck's method solves the equation with
/// these parts of the caller's. Only methods that are wrapped around a matrix solve more than the factorised equation:
/// CG and BiCGStab one that has coefficients a cell or is the caller's own, BiCGStab one with convection.
/// Vertical modes alone need an equation that separates.
void check_method(const Deck& deck, const Equation& equation, const OwnParts& own = {});

} // namespace isobar
