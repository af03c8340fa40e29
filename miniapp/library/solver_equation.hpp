#pragma once
#include "pressure/problem/equation.hpp"

#include <isobar/pressure_equation.hpp>

namespace isobar {

/// A caller's grid and coefficients as an equation. Throws InputError unless it is elliptic, and std::invalid_argument as
/// check(GridSpec) does; functions are checked where they are evaluated (evaluated_equation.hpp).
Equation solver_equation(const PressureGrid& grid, const Coefficients& coefficients);

/// The horizontal CFL number 2 w / h that levels are chosen from, times cfl_factor; h of own columns is the shortest
/// distance of centres in a sample of them. Where nothing but couplings is left, it is one by which levels go down to two columns, and as many
/// steps are done on the coarsest level as its columns ask for.
double solver_cfl(const PressureGrid& grid, const Equation& equation);

} // namespace isobar
