#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// Returns the matrices of spaces[level], except the one for the direct solve. Labels count from the finest level, 0. In:
/// `finest`, the rows of the finest level if they are already assembled. Throws what make_fem_levels() throws.
template <class T>
FemMatrices<T> make_matrices(std::span<const FemSpace> spaces, std::size_t level,
                             const FemProblem& problem, const FemMultigridOptions& options,
                             const AssembledRows<T>& finest);

/// Returns the inverse of the coarsest level's matrix, or null if CG solves this level. Collective.
template <class T>
std::unique_ptr<const DenseInverse<T>>
make_direct(const FemSpace& coarsest, const FemProblem& problem,
            std::optional<FemCoarseSolver> solver, Ranks& ranks);

} // namespace isobar
