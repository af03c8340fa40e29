#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/pressure_equation.hpp>

namespace isobar {

/// A caller's grid and coefficients as an equation. Throws InputError unless it is elliptic, and what
/// check(GridSpec) throws; functions are checked when they are evaluated (evaluated_equation.hpp).
Equation solver_equation(const PressureGrid& grid, const Coefficients& coefficients);

/// The horizontal CFL number 2 w / h for the choice of levels, times cfl_factor; h of own columns is
/// the shortest distance of centres in a sample of them. If only couplings are left, it is a number by
/// which levels go down to two columns, and the coarsest level takes as many steps as its columns need.
double solver_cfl(const PressureGrid& grid, const Equation& equation);

} // namespace isobar
