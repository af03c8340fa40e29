#pragma once
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <vector>

/// The number of smoothing steps on a box's coarsest level, and their relaxation factors. Nothing here needs Kokkos.
namespace isobar {

/// An interval that contains the eigenvalues of D^-1 A on a box but that of constants. D is the diagonal of A.
struct Eigenvalues {
  double least, most;
};
/// Computed from the waves of equal cells. On axes of unequal cells D has the mean of 1 / width^2, and 2 is the most.
Eigenvalues eigenvalues(const BoxSpec& box);

/// Returns the relaxation factors of as many smoothing steps as multiply the slowest error of a box by `reduction`, at most
/// `most`. Jacobi's factors are those of the Chebyshev polynomial over all eigenvalues. Red-black steps have Young's best factor
/// for over-relaxation (Trans. AMS 76, 1954), with which n steps reduce by n (factor - 1)^(n - 1).
std::vector<double> coarsest_factors(const BoxSpec& box, Relaxation relaxation,
                                     double reduction = 0.05, int most = 128);

} // namespace isobar
