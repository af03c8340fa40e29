#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// Returns the options of a level. If the smoother's relaxation factors follow from the largest eigenvalue of M A, it replaces
/// them, and stores the eigenvalue in `matrices`. The coarsest level does not smooth, and keeps the given factors.
/// Throws std::invalid_argument, on all ranks, if the estimate or bound is not positive and finite. Collective.
template <class T>
CycleOptions level_options(const FemMultigridOptions& options, FemMatrices<T>& matrices,
                           Ranks& ranks, Ghosts<T>* ghosts, const std::vector<Int64>& ids);

} // namespace isobar
