#pragma once
#include <isobar/core/base/growth_bound.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// A residual norm relative to that of the right-hand side; 0 if that is 0.
KOKKOS_INLINE_FUNCTION double relative_norm(double norm, double rhs_norm) {
  return rhs_norm == 0.0 ? 0.0 : norm / rhs_norm;
}

/// Which residual norm ends a solve. A host and a device decide it alike, to the last bit. Comparisons with NaN are false.
struct StoppingRule {
  double tolerance = 1e-5;         ///< the norm is at most this times that of the right-hand side,
  double absolute_tolerance = 0.0; ///< or at most this
  double divergence_tolerance =
      residual_growth_bound; ///< the norm is above this times the first one
  int min_iterations = 0;    ///< no norm is good enough before so many iterations

  /// Whether a norm is within `factor` times one of the tolerances.
  KOKKOS_INLINE_FUNCTION bool is_within(double norm, double rhs_norm, double factor = 1.0) const {
    return relative_norm(norm, rhs_norm) <= factor * tolerance ||
           norm <= factor * absolute_tolerance;
  }
  /// Whether a solve has converged that has this norm after so many iterations.
  KOKKOS_INLINE_FUNCTION bool is_met(double norm, double rhs_norm, int iterations) const {
    return iterations >= min_iterations && is_within(norm, rhs_norm);
  }
  /// Whether a solve has diverged whose first residual norm is `first`.
  KOKKOS_INLINE_FUNCTION bool is_diverged(double norm, double first) const {
    return norm > divergence_tolerance * first;
  }
};

} // namespace isobar
