#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

namespace isobar::python {

/// What Python says of a grid's coefficients, as keywords of PressureSolver and of update, which problem_bindings.cpp
/// lists. Throws TypeError for a keyword that is none of them.
Coefficients coefficients_of(const PressureGrid& grid, const py::kwargs& keywords);

void bind_problem(py::module_& module); ///< PressureGrid, Physics, Atmosphere
void bind_solver(py::module_& module);  ///< PressureSolver, Partition, SolveReport

} // namespace isobar::python
