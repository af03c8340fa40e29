#pragma once
#include <vector>

namespace isobar {

/// Returns `steps` factors of weighted Jacobi steps, whose product is the Chebyshev polynomial
/// that is smallest for eigenvalues of D^-1 A from `least` to `most`. The factors are 1 / its
/// roots, in an order that keeps the numbers between steps small. The eigenvalues of the 7-point
/// Laplacian go up to 2. Errors that no coarser level sees have eigenvalues from 1/3 on.
std::vector<double> chebyshev_factors(int steps, double least = 1.0 / 3.0, double most = 2.0);

/// Returns the factor by which these steps at least reduce errors
/// of these eigenvalues: 1 / T_n((most + least) / (most - least)).
double chebyshev_reduction(int steps, double least = 1.0 / 3.0, double most = 2.0);

} // namespace isobar
