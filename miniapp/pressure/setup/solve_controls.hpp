#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/multigrid/solve.hpp>

namespace isobar {

/// Takes from a deck the criteria that end a solve, in addition to the tolerance and the most iterations.
inline void take_stopping(SolveControls& controls, const deck::Solver& solver) {
  controls.check_after = solver.check_after;
  controls.absolute_tolerance = solver.absolute_tolerance;
  controls.divergence_tolerance = solver.divergence_tolerance;
  controls.min_iterations = solver.min_iterations;
}

} // namespace isobar
