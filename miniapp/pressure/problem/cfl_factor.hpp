#pragma once
#include "pressure/problem/equation.hpp"

namespace isobar {

/// By how much an equation's largest CFL number is above that of its w: the root of the largest alpha_h / beta, as w^2
/// alpha_h / beta stands in the place of w^2. Of all layers and a sample of at most 64 x 64 columns, so all columns have to be
/// known here. Exactly 1 without coefficients.
double cfl_factor(const Equation& equation, int nx, int ny);

/// Whether beta is greater than 0 anywhere in that sample.
bool has_reaction(const Equation& equation, int nx, int ny);

} // namespace isobar
