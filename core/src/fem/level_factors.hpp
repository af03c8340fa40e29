#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// The options of a level. Where the smoother's relaxation factors follow from the largest eigenvalue of M A, they are replaced, and the matrices
/// get that number. The coarsest level does not smooth and keeps what is given. Collective.
template <class T>
CycleOptions level_options(const FemMultigridOptions& options, FemMatrices<T>& matrices,
                           Ranks& ranks, Ghosts<T>* ghosts, const std::vector<Int64>& ids);

} // namespace isobar
