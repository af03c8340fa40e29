#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/pressure_equation.hpp>

namespace isobar {

/// Turns a caller's grid and coefficients into an equation. Throws
/// InputError unless it is elliptic, and whatever check(GridSpec) throws.
/// Functions are checked when they are evaluated (evaluated_equation.hpp).
Equation solver_equation(const PressureGrid& grid, const Coefficients& coefficients);

/// The horizontal CFL number 2 w / h for the choice of levels, times cfl_factor.
/// For own columns h is the shortest distance between centres in a sample of them.
/// If the equation has no reaction, the result is a number by which levels go down
/// to two columns. The coarsest level then takes as many steps as its columns need.
double solver_cfl(const PressureGrid& grid, const Equation& equation);

} // namespace isobar
