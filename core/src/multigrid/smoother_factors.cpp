#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isobar {

namespace {

/// Returns the roots in Leja's order: the next root has the largest product of distances from the roots before. Partial
/// products stay small, as each is close to a polynomial of its own over the whole interval.
std::vector<double> in_leja_order(std::vector<double> roots) {
  std::vector<double> logarithms(roots.size(), 0.0);
  for (std::size_t done = 1; done < roots.size(); ++done) {
    std::size_t best = done;
    for (std::size_t n = done; n < roots.size(); ++n) {
      logarithms[n] += std::log(std::abs(roots[n] - roots[done - 1]));
      constexpr double tie = 1e-9;
      if (logarithms[n] > logarithms[best] + tie) best = n;
    }
    // The other roots keep their order.
    std::rotate(roots.begin() + std::ptrdiff_t(done), roots.begin() + std::ptrdiff_t(best),
                roots.begin() + std::ptrdiff_t(best) + 1);
    std::rotate(logarithms.begin() + std::ptrdiff_t(done),
                logarithms.begin() + std::ptrdiff_t(best),
                logarithms.begin() + std::ptrdiff_t(best) + 1);
  }
  return roots;
}

} // namespace

std::vector<double> chebyshev_factors(int steps, double least, double most) {
  const double middle = 0.5 * (most + least), half = 0.5 * (most - least);
  std::vector<double> factors;
  for (int n = 0; n < steps; ++n)
    factors.push_back(middle + half * std::cos(std::numbers::pi * (n + 0.5) / steps));
  factors = in_leja_order(std::move(factors));
  for (double& x : factors) x = 1.0 / x;
  return factors;
}

double chebyshev_reduction(int steps, double least, double most) {
  return 1.0 / std::cosh(steps * std::acosh((most + least) / (most - least)));
}

} // namespace isobar
