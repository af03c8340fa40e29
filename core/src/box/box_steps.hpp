#pragma once
#include "box/uniform_box.hpp"
#include "device/pack_shuffle.hpp"

/// The two point smoothing steps that one kernel does (box_two_steps.hpp), numbered 0 and 1. A struct here says what D is and
/// which cells a step smooths.
namespace isobar {

/// Two Jacobi steps, each with its own factor rho.
template <class A> struct JacobiSteps {
  A rho[2];
  /// Returns 1 / D, as BoxSmoother has it for these steps.
  template <class V, class Box, class Column, class Layer>
  KOKKOS_FORCEINLINE_FUNCTION V inverse(const Box& box, const Column& c, const Layer& l) const {
    return box.template inverse_diagonal<V>(c, l);
  }
  /// Returns u after step n in the cells from (i, k, j) of the whole box on: `next` where the step smooths, else `last`.
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V chosen(int, int, int, int, const V&, const V& next) const {
    return next;
  }
};

/// Red-black steps: one colour after the other.
template <class A> struct ColourSteps {
  A rho[2];
  template <class V, class Box, class Column, class Layer>
  KOKKOS_FORCEINLINE_FUNCTION V inverse(const Box& box, const Column& c, const Layer& l) const {
    return box.template inverse_total<V>(c, l);
  }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION V chosen(int n, int i, int k, int j, const V& last,
                                       const V& next) const {
    return every_other(last, next, (i + j + k + n) & 1);
  }
};

} // namespace isobar
