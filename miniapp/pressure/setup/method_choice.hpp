#pragma once
#include "pressure/setup/setup_inputs.hpp"

#include <string>

namespace isobar {

/// Throws InputError, with one line that says which methods will do, unless the deck's method solves the equation with
/// these parts of the caller's. Only methods that are wrapped around a matrix solve more than the factorised equation:
/// CG and BiCGStab one that has coefficients a cell or is the caller's own, BiCGStab one with convection.
/// Vertical modes alone need an equation that separates. With modes several ranks need columns without numbers of their own.
void check_method(const Deck& deck, const Equation& equation, int ranks, const OwnParts& own = {});

/// Why no method with modes can be on so many ranks; empty if one can. The product near to coefficients a cell has a function of the position.
std::string reason_against_modes(const Equation& equation, int ranks);
/// Why modes alone do not solve the equation; empty if they do on one rank.
std::string reason_against_separation(const Equation& equation);

} // namespace isobar
