#pragma once
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// The solver of a box's coarsest level.
enum class CoarsestSolver {
  steps,    ///< a number of smoothing steps
  residual, ///< steps repeated until the residual norm has fallen by coarse_tolerance
  cg,       ///< conjugate gradients until the residual norm has fallen by coarse_tolerance
  exact     ///< conjugate gradients until rounding ends them
};

/// A program's choices for multigrid on a box. `levels` must have a number. So must
/// `coarse_steps`, unless `coarsest_relaxation` replaces it. Nothing here needs Kokkos.
struct PoissonOptions : FieldCycleOptions {
  /// The relaxation factor of each smoothing step on the coarsest
  /// level. If empty, coarse_steps and coarse_relaxation hold.
  std::vector<double> coarsest_relaxation;
  CoarsestSolver coarsest = CoarsestSolver::steps;
};

} // namespace isobar
