#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// omega_{k+1} of Chebyshev's steps (mode_sweeps.hpp), from omega_k for k > 1, and from 2 for k = 1.
template <class A> KOKKOS_FORCEINLINE_FUNCTION A next_chebyshev_weight(A rho_squared, A omega) {
  return A(1) / (A(1) - A(0.25) * rho_squared * omega);
}
/// omega of a step, counted from 1, without the ones before.
template <class A> KOKKOS_FORCEINLINE_FUNCTION A chebyshev_weight(A rho_squared, int step) {
  if (step == 1) return A(1);
  A omega = A(2);
  for (int k = 1; k < step; ++k) omega = next_chebyshev_weight(rho_squared, omega);
  return omega;
}

} // namespace isobar
