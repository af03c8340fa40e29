#pragma once
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <vector>

/// The number of smoothing steps on a box's coarsest level, and their relaxation factors. Nothing
/// here needs Kokkos.
namespace isobar {

/// An interval that contains the eigenvalues of D^-1 A on a
/// box, without that of constants. D is the diagonal of A.
struct Eigenvalues {
  double least, most;
};
/// Returns this interval, computed from the waves on axes of equal cells. On axes
/// of unequal cells, D is computed with the mean of 1 / width^2, and `most` is 2.
Eigenvalues eigenvalues(const BoxSpec& box);

/// Returns relaxation factors, one for each smoothing step on a box. There are as many steps as
/// multiply the slowest error by `reduction`, but at most `most`. Jacobi's factors are those of the
/// Chebyshev polynomial over all eigenvalues. Red-black steps have Young's best factor for
/// over-relaxation (Trans. AMS 76, 1954), with which n steps reduce the error by n (factor - 1)^(n
/// - 1).
std::vector<double> coarsest_factors(const BoxSpec& box, Relaxation relaxation,
                                     double reduction = 0.05, int most = 128);

} // namespace isobar
