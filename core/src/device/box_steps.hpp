#pragma once
#include "device/box_cells.hpp"

/// Two smoothing steps of point smoothers that one kernel does after each other (box_two_steps.hpp): what becomes of a cell in each
/// of them, 0 and 1.
namespace isobar {

/// u + rho D^-1 (f - A u).
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V box_step(A rho, const BoxColumn<V>& column, const BoxLayer<A>& layer,
                                       const Window<V>& u, const V& f) {
  return u.centre +
         rho * (f - apply_box(column, layer, u)) * reciprocal(box_diagonal(column, layer));
}
/// The same from u = 0.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION V box_step_from_zero(A rho, const BoxColumn<V>& column,
                                                 const BoxLayer<A>& layer, const V& f) {
  return rho * f * reciprocal(box_diagonal(column, layer));
}

/// Jacobi with two factors.
template <class A> struct JacobiSteps {
  A rho[2];
  /// The numbers of step n that hold in cells from (i, k, j) on: `next` where it smooths, else `last`.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V chosen(int, int, int, int, const V&, const V& next) const {
    return next;
  }
};

/// One colour after the other.
template <class A> struct ColourSteps {
  A rho[2];
  int parity; ///< of i + j + k of the first colour, in indices of this rank
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V chosen(int n, int i, int k, int j, const V& last,
                                       const V& next) const {
    V x = last;
    for (int c = (i + j + k + parity + n) & 1; c < V::width; c += 2) x.set(c, next.get(c));
    return x;
  }
};

} // namespace isobar
