#pragma once
#include <isobar/core/base/growth_bound.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Returns a residual norm divided by the norm of the right-hand side, or 0 if the latter is 0.
KOKKOS_INLINE_FUNCTION double relative_norm(double norm, double rhs_norm) {
  return rhs_norm == 0.0 ? 0.0 : norm / rhs_norm;
}

/// The residual norm that ends a solve. A host and a device decide alike, to the last bit. A NaN
/// meets no rule, because comparisons with it are false.
struct StoppingRule {
  double tolerance = 1e-5;         ///< the norm is at most this times the right-hand side's,
  double absolute_tolerance = 0.0; ///< or at most this
  double divergence_tolerance =
      residual_growth_bound; ///< a norm above this times the first one diverges
  int min_iterations = 0;    ///< no norm ends a solve earlier

  /// Whether a norm is within `factor` times one of the tolerances.
  KOKKOS_INLINE_FUNCTION bool is_within(double norm, double rhs_norm, double factor = 1.0) const {
    return relative_norm(norm, rhs_norm) <= factor * tolerance ||
           norm <= factor * absolute_tolerance;
  }
  /// Whether a solve with this norm after this number of iterations has converged.
  KOKKOS_INLINE_FUNCTION bool is_met(double norm, double rhs_norm, int iterations) const {
    return iterations >= min_iterations && is_within(norm, rhs_norm);
  }
  /// Whether a solve has diverged. `first` is its first residual norm.
  KOKKOS_INLINE_FUNCTION bool is_diverged(double norm, double first) const {
    return norm > divergence_tolerance * first;
  }
};

} // namespace isobar
