#include <isobar/core/poisson/smoother_factors.hpp>

#include <cmath>
#include <numbers>

namespace isobar {

/// Large and small factors take turns, so that no partial product grows.
std::vector<double> chebyshev_factors(int steps, double least, double most) {
  const double middle = 0.5 * (most + least), half = 0.5 * (most - least);
  std::vector<double> factors;
  for (int n = 0; n < steps; ++n) {
    const int root = n % 2 == 0 ? n / 2 : steps - 1 - n / 2;
    factors.push_back(1.0 / (middle + half * std::cos(std::numbers::pi * (root + 0.5) / steps)));
  }
  return factors;
}

double chebyshev_reduction(int steps, double least, double most) {
  return 1.0 / std::cosh(steps * std::acosh((most + least) / (most - least)));
}

} // namespace isobar
