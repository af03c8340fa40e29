#pragma once
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// How the equation of a box's coarsest level is solved.
enum class CoarsestSolver {
  steps,    ///< so many smoothing steps
  residual, ///< lists of them until the residual norm has fallen by coarse_tolerance
  cg,       ///< conjugate gradients, until the same
  exact     ///< conjugate gradients until rounding ends them
};

/// What a program chooses of multigrid on a box. Levels must be a number, and coarse_steps too unless coarsest_relaxation stands in
/// place of it. Nothing here needs Kokkos.
struct PoissonOptions : FieldCycleOptions {
  /// Relaxation factor of each smoothing step on the coarsest level, in place of coarse_steps and coarse_relaxation. Empty: those.
  std::vector<double> coarsest_relaxation;
  CoarsestSolver coarsest = CoarsestSolver::steps;
};

} // namespace isobar
