#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>

namespace isobar {

/// The matrices of spaces[level] but for the direct solve; labels count from the finest level, 0. `finest` are the rows of that, if they are
/// assembled. Throws as make_fem_levels().
template <class T>
FemMatrices<T> make_matrices(std::span<const FemSpace> spaces, std::size_t level,
                             const FemProblem& problem, const FemMultigridOptions& options,
                             const AssembledRows<T>& finest);

/// The inverse of the coarsest level's matrix; null where it is solved by CG. Collective.
template <class T>
std::unique_ptr<const DenseInverse<T>>
make_direct(const FemSpace& coarsest, const FemProblem& problem,
            std::optional<FemCoarseSolver> solver, Ranks& ranks);

} // namespace isobar
