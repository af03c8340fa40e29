#include "pressure/problem/cfl_factor.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// The largest alpha_h / beta among cells whose beta is not 0; 0 if there are none.
double largest_quotient(const Equation& e, int nx, int ny) {
  constexpr int most_samples = 64;
  const LayerProfiles& p = e.spec.profiles;
  const ColumnFields fields = e.spec.columns ? *e.spec.columns : ColumnFields();
  const bool columns = fields.alpha_h || fields.beta || e.cells.alpha_h || e.cells.beta;
  const int step_x = columns ? (nx - 1) / most_samples + 1 : nx;
  const int step_y = columns ? (ny - 1) / most_samples + 1 : ny;
  double most = 0.0;
  for (int j = 0; j < ny; j += step_y)
    for (int i = 0; i < nx; i += step_x)
      for (int k = 0; k < e.spec.nz; ++k) {
        const double beta = coefficient(e.cells.beta, p.beta, fields.beta, i, j, k);
        const double alpha = coefficient(e.cells.alpha_h, p.alpha_h, fields.alpha_h, i, j, k);
        if (beta > 0.0) most = std::max(most, alpha / beta);
      }
  return most;
}

} // namespace

double cfl_factor(const Equation& e, int nx, int ny) {
  const double most = largest_quotient(e, nx, ny);
  return std::isfinite(most) && most > 0.0 ? std::sqrt(most) : 1.0;
}

bool has_reaction(const Equation& e, int nx, int ny) { return largest_quotient(e, nx, ny) != 0.0; }

} // namespace isobar
