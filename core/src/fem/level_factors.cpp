#include "fem/level_factors.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The power method stays below the largest eigenvalue, and a Chebyshev polynomial grows fast beyond its interval.
constexpr double eigenvalue_margin = 1.1;

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
  if (!chebyshev) {
    const double largest = estimated_eigenvalue(matrices, ranks, ghosts, ids);
    matrices.largest_eigenvalue = largest;
    for (auto* factors : {&cycle.pre_relaxation, &cycle.post_relaxation})
      std::ranges::fill(*factors, *options.relaxation_part * 2.0 / largest);
    return cycle;
  }
  const double most = chebyshev_bound(options, matrices, ranks, ghosts, ids);
  matrices.largest_eigenvalue = most;
  for (auto* factors : {&cycle.pre_relaxation, &cycle.post_relaxation})
    *factors = chebyshev_factors(int(factors->size()), most / options.chebyshev_ratio, most);
  return cycle;
}

template CycleOptions level_options(const FemMultigridOptions&, FemMatrices<double>&, Ranks&,
                                    Ghosts<double>*, const std::vector<Int64>&);
template CycleOptions level_options(const FemMultigridOptions&, FemMatrices<float>&, Ranks&,
                                    Ghosts<float>*, const std::vector<Int64>&);

} // namespace isobar
