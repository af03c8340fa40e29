#pragma once
#include "pressure/setup/solve_controls.hpp"
#include "run/solve_checks.hpp"

namespace isobar {

/// Like take_stopping, for a run: where u is in float alone, its solvers continue below the deck's tolerances (asked_share).
inline void take_asked_stopping(SolveControls& controls, const deck::Solver& solver) {
  take_stopping(controls, solver);
  controls.absolute_tolerance = asked_absolute_tolerance(solver);
}

} // namespace isobar
