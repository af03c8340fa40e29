#pragma once
#include "pressure/problem/equation.hpp"

namespace isobar {

/// The ratio of an equation's largest CFL number to that of its w. It is the root of the largest
/// alpha_h / beta, as w^2 alpha_h / beta replaces w^2. It covers all layers and a sample of at most
/// 64 x 64 columns, so this rank must know all columns. It is exactly 1 without coefficients.
double cfl_factor(const Equation& equation, int nx, int ny);

/// Whether beta is greater than 0 anywhere in that sample.
bool has_reaction(const Equation& equation, int nx, int ny);

} // namespace isobar
