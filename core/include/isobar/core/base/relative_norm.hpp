#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// A residual norm relative to that of the right-hand side; 0 if that is 0.
KOKKOS_INLINE_FUNCTION double relative_norm(double norm, double rhs_norm) {
  return rhs_norm == 0.0 ? 0.0 : norm / rhs_norm;
}

/// How far a residual norm may grow above the first one. CG's norm and BiCGStab's may be far above it for a while, but what
/// grows so far has lost half of a double's digits.
inline constexpr double residual_growth_bound = 1e8;

/// Whether a solve whose first residual norm is `first` has diverged with this one. False if one of them is no number.
KOKKOS_INLINE_FUNCTION bool is_diverged(double norm, double first) {
  return norm > residual_growth_bound * first;
}

} // namespace isobar
