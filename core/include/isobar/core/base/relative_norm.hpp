#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// A residual norm relative to that of the right-hand side; 0 if that is 0.
KOKKOS_INLINE_FUNCTION double relative_norm(double norm, double rhs_norm) {
  return rhs_norm == 0.0 ? 0.0 : norm / rhs_norm;
}

} // namespace isobar
