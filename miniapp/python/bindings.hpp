#pragma once
#include "python/arguments.hpp"

#include <isobar/pressure_solver.hpp>

#include <array>

namespace isobar::python {

/// The keywords of coefficients_of().
inline constexpr std::array coefficient_keywords = {
    "physics", "atmosphere",          "alpha_h",      "alpha_v", "beta", "ground", "xi_x", "xi_y",
    "xi_z",    "positions_as_before", "choose_levels"};

/// The caller's columns on this rank; none: Isobar distributes columns (SolverOptions::blocks).
using Blocks = std::optional<std::vector<ColumnBlock>>;

/// Makes a grid's coefficients from keywords of PressureSolver and of update,
/// which coefficient_keywords lists. Throws TypeError for any other keyword.
Coefficients coefficients_of(const PressureGrid& grid, const Blocks& blocks,
                             const py::kwargs& keywords);

void bind_problem(py::module_& package); ///< PressureGrid, Physics, Atmosphere
void bind_solver(py::module_& package);  ///< PressureSolver, Partition, SolveReport, IterationState

} // namespace isobar::python
