#pragma once
#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <vector>

/// How many smoothing steps a coarsest level of a box takes, and with which relaxation factors. Nothing here needs Kokkos.
namespace isobar {

/// An interval that holds the eigenvalues of D^-1 A on a box, D the diagonal of A, but for that of constants.
struct Eigenvalues {
  double least, most;
};
/// By the waves of equal cells; on axes whose cells are not equal the mean of 1 / width is in place of 1 / width, and 2 is the most.
Eigenvalues eigenvalues(const BoxSpec& box);

/// Relaxation factors of so many smoothing steps that the slowest error of a box becomes `reduction` of what it was, or of `most`
/// steps. Jacobi's are those of the Chebyshev polynomial over all eigenvalues. Red-black steps have Young's best factor for
/// over-relaxation (Trans. AMS 76, 1954), with which n steps reduce by n (factor - 1)^(n - 1).
std::vector<double> coarsest_factors(const BoxSpec& box, Relaxation relaxation,
                                     double reduction = 0.05, int most = 128);

} // namespace isobar
