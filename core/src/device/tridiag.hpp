#pragma once
#include <isobar/core/grid/layers.hpp>

/// Device functions of the vertical solve. They are pure: they launch nothing and have no memory of
/// their own.
///
/// Divided by V_T, the columns' tridiagonal block has rows (magnitudes b, c, d, see layers.hpp)
///
///     -c_k x_{k-1} + (t a_k + b_k + c_k + s d_k) x_k - b_k x_{k+1} = g_k,   s = alpha_T / V_T,   t = R_T / V_T
///
/// The block depends on the column only through s and t; without fields t = 1. It is symmetric:
/// c_k = b_{k-1}. Write the pivot of row k as p_k = b_k + e_k. Elimination gives
///
///     e_k = t a_k + s d_k + c_k e_{k-1} / p_{k-1},   e / p = 1 and x = 0 below the ground,
///
/// without a subtraction. So pivots are exact to rounding in every precision. Coupling ratios reach
/// 10^6, where float would lose all digits of p_k - b_k.
namespace isobar {

/// The state that the upward sweep carries from layer to layer.
template <class V> struct Elimination {
  V ratio = V(typename V::value_type(1)); ///< e_k / p_k
  V value{};                              ///< y_k, the eliminated right-hand side over the pivot
};

/// The numbers that the upward sweep leaves on every layer for the downward one.
template <class V> struct Eliminated {
  V value; ///< y_k
  V link;  ///< b_k / p_k
};

/// Eliminates one layer. In: `rhs`, which is g_k. On the lowest layer, c is 0 or couples to u = 0
/// on the ground; the first state of a sweep is right for both.
template <class V, class A>
KOKKOS_FORCEINLINE_FUNCTION Eliminated<V> eliminate(const LayerCoefficients<A>& layer, const V& s,
                                                    const V& t, const V& rhs,
                                                    Elimination<V>& state) {
  const V excess = layer.a * t + (layer.d * s + layer.c * state.ratio);
  const V inverse = reciprocal(layer.b + excess);
  state.ratio = excess * inverse;
  state.value = (rhs + layer.c * state.value) * inverse;
  return {state.value, layer.b * inverse};
}

/// Returns x_k = y_k + (b_k / p_k) x_{k+1}.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V substitute(const Eliminated<V>& layer, const V& above) {
  return layer.value + layer.link * above;
}

} // namespace isobar
