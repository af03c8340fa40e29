#pragma once
#include "device/uniform_box.hpp"

/// Two smoothing steps of point smoothers on a uniform box that one kernel does after each other (two_step_kernel.hpp).
namespace isobar {

/// A step u + rho D^-1 (f - A u). What lies beyond the box are images (mirrored_axis.hpp), so that
///     f - A u = f + the neighbours with their couplings - d u
/// in all cells, d the diagonal of an inner one. D is d for all of them, or, for the colours of a chess board, A's own diagonal: an image
/// changes with its cell, and a step with d would take too much or too little of the cells beside a side.
template <class A> struct UniformStep {
  A rho, d;
  bool colours;
  UniformStep(double rho, bool colours, const UniformBox<A>& box)
      : rho(A(rho)), d(A(1) / box.inverse), colours(colours) {}

  /// rho / D of layer k of a column.
  KOKKOS_FORCEINLINE_FUNCTION A taken(const UniformBox<A>& box, int i, int k, int j) const {
    if (!colours) return rho * box.inverse;
    const Pack<A, 1> own(box.x.total(i) + box.y.total(j) + box.z.total(k));
    return rho * reciprocal(own).get(0);
  }
};

/// The numbers of a step in one cell or in a pack of them.
template <class V> struct StepFactors {
  V kept, taken; ///< 1 - taken d and rho / D
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION StepFactors(const UniformStep<A>& step, const V& taken)
      : kept(V(A(1)) - step.d * taken), taken(taken) {}
  template <class A>
  KOKKOS_FORCEINLINE_FUNCTION V next(const UniformBox<A>& box, const Window<V>& u,
                                     const V& f) const {
    return kept * u.centre +
           taken * (f + box.x.coupling * (u.west + u.east) + box.y.coupling * (u.south + u.north) +
                    box.z.coupling * (u.below + u.above));
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
