#pragma once
#include "c/arguments.hpp"
#include "library/held_solver.hpp"

#include <isobar.h>

#include <string>

namespace isobar::c {

/// The solver behind a handle of C.
struct Solver {
  HeldSolver held;
  PressureGrid grid;            ///< without functions and interfaces
  SolveReport report{};         ///< of the last solve, whose norms C sees
  std::string unused_options{}; ///< of all lines

  ArrayColumns arrays; ///< of coefficients in updates

  Solver(std::optional<MPI_Comm> comm, const PressureGrid& grid, const Coefficients& coefficients,
         const SolverOptions& options, const ArrayColumns& arrays);
  void take_unused_options();
};

/// A new handle.
isobar_solver handle_of(std::unique_ptr<Solver> solver);
/// Throws std::invalid_argument for an invalid handle, or for one of a solver that is gone.
Solver& solver_of(isobar_solver handle);
/// Ends the solver; does nothing for null. Throws what solver_of throws.
void destroy(isobar_solver handle);

} // namespace isobar::c
