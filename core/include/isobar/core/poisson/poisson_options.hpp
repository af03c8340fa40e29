#pragma once
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// What a program chooses of multigrid on a box. Levels must be a number, and coarse_steps too unless coarsest_relaxation stands in
/// place of it. Nothing here needs Kokkos.
struct PoissonOptions : FieldCycleOptions {
  /// Relaxation factor of each smoothing step on the coarsest level, in place of coarse_steps and coarse_relaxation. Empty: those.
  std::vector<double> coarsest_relaxation;
};

} // namespace isobar
