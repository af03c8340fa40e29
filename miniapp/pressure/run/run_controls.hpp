#pragma once
#include "pressure/setup/solve_controls.hpp"
#include "run/solve_checks.hpp"

namespace isobar {

/// As take_stopping, for a run, whose solvers go on below the deck's tolerances where u is in float alone (asked_share).
inline void take_asked_stopping(SolveControls& controls, const deck::Solver& solver) {
  take_stopping(controls, solver);
  controls.absolute_tolerance *= asked_share(solver);
}

} // namespace isobar
