#include <isobar/core/multigrid/smoother_factors.hpp>
#include <isobar/core/poisson/coarsest_factors.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isobar {
namespace {

using std::numbers::pi;

/// The diagonal and the eigenvalues of minus the second difference along an axis.
struct AxisWaves {
  double diagonal;    ///< of a cell
  double least, next; ///< the smallest eigenvalue, and the next one if that is 0
  double most;
};

/// Returns the mean of 1 / width^2. It leaves out the last cell if this cell is narrow because it covers a single cell of the
/// finer level.
double mean_inverse_square(const Axis& axis) {
  int n = axis.cells();
  if (n > 1 && axis.width(n - 1) < axis.width(n - 2)) --n;
  double sum = 0.0, length = 0.0;
  for (int i = 0; i < n; ++i) {
    sum += 1.0 / axis.width(i);
    length += axis.width(i);
  }
  return sum / length;
}

AxisWaves waves(const Axis& axis) {
  const int n = axis.cells();
  const int held = int(axis.low == Boundary::dirichlet) + int(axis.high == Boundary::dirichlet);
  const double width = axis.length() / n;
  const auto wave = [&](double phase) { return 4.0 * std::pow(std::sin(0.5 * phase) / width, 2); };
  if (n == 1) {
    const double own = 2.0 * held / (width * width);
    return {own, own, own, own};
  }
  const double diagonal = 2.0 * mean_inverse_square(axis);
  if (held > 0) return {diagonal, wave(0.5 * held * pi / n), 0.0, 2.0 * diagonal};
  const double next = wave((axis.is_periodic() ? 2.0 : 1.0) * pi / n);
  const double most = axis.is_uniform()
                          ? wave((n - 1 + int(axis.is_periodic() && n % 2 == 0)) * pi / n)
                          : 2.0 * diagonal;
  return {diagonal, 0.0, next, most};
}

std::vector<double> over_relaxed(double least, double reduction, int most) {
  const double jacobi = 1.0 - std::min(least, 1.0);
  const double factor = 2.0 / (1.0 + std::sqrt(1.0 - jacobi * jacobi));
  int steps = 1;
  while (steps < most && steps * std::pow(factor - 1.0, steps - 1) > reduction) ++steps;
  return std::vector<double>(std::size_t(steps), factor);
}

} // namespace

Eigenvalues eigenvalues(const BoxSpec& box) {
  const AxisWaves axes[] = {waves(box.x), waves(box.y), waves(box.z)};
  double diagonal = 0.0, least = 0.0, next = HUGE_VAL, most = 0.0;
  for (const AxisWaves& a : axes) {
    diagonal += a.diagonal;
    least += a.least;
    most += a.most;
    if (a.next > 0.0) next = std::min(next, a.next);
  }
  if (diagonal == 0.0) return {1.0, 1.0}; // a single cell that nothing fixes
  return {(least > 0.0 ? least : next) / diagonal, most / diagonal};
}

std::vector<double> coarsest_factors(const BoxSpec& box, Relaxation relaxation, double reduction,
                                     int most) {
  const Eigenvalues range = eigenvalues(box);
  if (range.most <= range.least * (1.0 + 1e-12))
    return {1.0 / range.most}; // one eigenvalue: the step is exact
  if (relaxation == Relaxation::red_black) return over_relaxed(range.least, reduction, most);
  int steps = 1;
  while (steps < most && chebyshev_reduction(steps, range.least, range.most) > reduction) ++steps;
  return chebyshev_factors(steps, range.least, range.most);
}

} // namespace isobar
