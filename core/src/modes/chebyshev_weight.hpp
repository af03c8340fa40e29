#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Returns omega_{k+1} of the Chebyshev steps (mode_sweeps.hpp). In: `omega`, which is omega_k for k > 1, and 2 for k = 1.
template <class A> KOKKOS_FORCEINLINE_FUNCTION A next_chebyshev_weight(A rho_squared, A omega) {
  return A(1) / (A(1) - A(0.25) * rho_squared * omega);
}
/// Returns omega of a step, counted from 1, if the omegas of earlier steps are not at hand.
template <class A> KOKKOS_FORCEINLINE_FUNCTION A chebyshev_weight(A rho_squared, int step) {
  if (step == 1) return A(1);
  A omega = A(2);
  for (int k = 1; k < step; ++k) omega = next_chebyshev_weight(rho_squared, omega);
  return omega;
}

} // namespace isobar
