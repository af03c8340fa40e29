#pragma once
#include "c/arguments.hpp"
#include "library/held_solver.hpp"

#include <isobar.h>

#include <string>

namespace isobar::c {

/// The solver behind a handle of C.
struct Solver {
  HeldSolver held;
  PressureGrid grid;            ///< the grid without functions and interfaces
  SolveReport report{};         ///< the report of the last solve, whose norms C sees
  std::string unused_options{}; ///< all lines in one text

  ArrayColumns arrays; ///< the columns of arrays in updates

  Solver(std::optional<MPI_Comm> comm, const PressureGrid& grid, const Coefficients& coefficients,
         const SolverOptions& options, const ArrayColumns& arrays);
  void take_unused_options();
};

/// Makes a new handle.
isobar_solver handle_of(std::unique_ptr<Solver> solver);
/// The solver of a handle. Throws std::invalid_argument for an
/// invalid handle, and for a handle of a solver that has ended.
Solver& solver_of(isobar_solver handle);
/// Ends the solver; does nothing for null. Throws what solver_of throws.
void destroy(isobar_solver handle);

} // namespace isobar::c
