#pragma once
#include "box/uniform_box.hpp"
#include "device/pack_shuffle.hpp"

/// Two point smoothing steps that one kernel does (box_two_steps.hpp): the new number of a cell in each of them,
/// 0 and 1.
namespace isobar {

/// Jacobi with two factors.
template <class A> struct JacobiSteps {
  A rho[2];
  /// 1 / D, as in BoxSmoother for these steps.
  template <class V, class Box, class Column, class Layer>
  KOKKOS_FORCEINLINE_FUNCTION V inverse(const Box& box, const Column& c, const Layer& l) const {
    return box.template inverse_diagonal<V>(c, l);
  }
  /// The numbers after step n in cells from (i, k, j) of the whole box on: `next` where the step smooths, else `last`.
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
