#include "fem/level_factors.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

/// The power method stays below the largest eigenvalue, and a Chebyshev polynomial grows fast beyond its interval.
constexpr double eigenvalue_margin = 1.1;

/// Refuses an eigenvalue from which no factors follow. An estimate is 0 if CG finds no positive curvature, and not a number if
/// A's entries overflow.
double checked(double largest) {
  if (largest > 0.0 && std::isfinite(largest)) return largest;
  std::ostringstream text;
  text << "the estimate or bound of the largest eigenvalue of M A is " << largest
       << ", so no relaxation factor follows; expected a positive definite matrix, whose entries "
          "the precision can hold";
  throw std::invalid_argument(text.str());
}

/// Returns the upper bound of the interval that Chebyshev's factors smooth.
template <class T>
double chebyshev_bound(const FemMultigridOptions& options, const FemMatrices<T>& matrices,
                       Ranks& ranks, Ghosts<T>* ghosts, const std::vector<Int64>& ids) {
  if (options.largest_eigenvalue) return *options.largest_eigenvalue;
  return eigenvalue_margin * largest_eigenvalue(*matrices.stiffness, matrices.inverse,
                                                matrices.spai.get(), ranks, ghosts, ids);
}

} // namespace

template <class T>
CycleOptions level_options(const FemMultigridOptions& options, FemMatrices<T>& matrices,
                           Ranks& ranks, Ghosts<T>* ghosts, const std::vector<Int64>& ids) {
  CycleOptions cycle = options.cycle;
  const bool chebyshev = has_chebyshev(options.smoother);
  if (!matrices.restriction || !(chebyshev || options.relaxation_part)) return cycle;
  const double largest = checked(chebyshev ? chebyshev_bound(options, matrices, ranks, ghosts, ids)
                                           : estimated_eigenvalue(matrices, ranks, ghosts, ids));
  matrices.largest_eigenvalue = largest;
  if (!chebyshev) {
    for (auto* factors : {&cycle.pre_relaxation, &cycle.post_relaxation})
      std::ranges::fill(*factors, *options.relaxation_part * 2.0 / largest);
    return cycle;
  }
  for (auto* factors : {&cycle.pre_relaxation, &cycle.post_relaxation})
    *factors = chebyshev_factors(int(factors->size()), largest / options.chebyshev_ratio, largest);
  return cycle;
}

template CycleOptions level_options(const FemMultigridOptions&, FemMatrices<double>&, Ranks&,
                                    Ghosts<double>*, const std::vector<Int64>&);
template CycleOptions level_options(const FemMultigridOptions&, FemMatrices<float>&, Ranks&,
                                    Ghosts<float>*, const std::vector<Int64>&);

} // namespace isobar
