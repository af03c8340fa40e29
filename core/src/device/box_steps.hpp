#pragma once
#include "device/uniform_box.hpp"

/// Two smoothing steps of point smoothers on a uniform box that one kernel does after each other (two_step_kernel.hpp).
namespace isobar {

/// Factors of a step u + rho D^-1 (f - A u) in an inner cell, in which D is A's diagonal:
///     (1 - rho) u + rho / D ( f + the neighbours with their couplings ).
template <class A> struct UniformStep {
  A kept, taken; ///< 1 - rho and rho / D
  UniformStep(double rho, const UniformBox<A>& box)
      : kept(A(1.0 - rho)), taken(A(rho * double(box.inverse))) {}
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V next(const UniformBox<A>& box, const Window<V>& u,
                                     const V& f) const {
    const V sum = f + box.x.coupling * (u.west + u.east) + box.y.coupling * (u.south + u.north) +
                  box.z.coupling * (u.below + u.above);
    return kept * u.centre + taken * sum;
  }
  template <class V> KOKKOS_FORCEINLINE_FUNCTION V next_from_zero(const V& f) const {
    return taken * f;
  }
};

/// Which cells a step smooths: all, or with colours those of one of a chess board in space.
struct SmoothedCells {
  bool colours;
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V chosen(int step, int i, int k, int j, const V& last,
                                       const V& next) const {
    if (!colours) return next;
    V x = last;
    for (int c = (i + j + k + step) & 1; c < V::width; c += 2) x.set(c, next.get(c));
    return x;
  }
};

} // namespace isobar
