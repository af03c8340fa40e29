#pragma once
#include "base/registers.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/precision.hpp>

#include <algorithm>

/// A pack consists of the adjacent columns that one lane carries through a walk. With x fastest in
/// memory, a strided walk up a single column would use one word of every cache line on a CPU. A
/// pack uses the whole line and fills the vector registers. On a GPU the lanes of a warp together
/// use the line, and a pack has one or two columns.
namespace isobar {

namespace detail {
template <class T, int W> struct NativeVector {
  static constexpr int bytes =
      W * int(sizeof(T)) < register_bytes ? W * int(sizeof(T)) : register_bytes;
  static constexpr int lanes = bytes / int(sizeof(T));
#ifdef ISOBAR_VECTOR_EXTENSION
  typedef T type __attribute__((vector_size(bytes)));
#endif
};
template <class T> struct NativeVector<T, 1> {
  static constexpr int lanes = 1;
  using type = T;
};
} // namespace detail

/// W values of T, W a power of two, with element-wise arithmetic.
template <class T, int W> struct Pack {
  using value_type = T;
  static constexpr int width = W;
#ifdef ISOBAR_VECTOR_EXTENSION
  static constexpr int lanes = detail::NativeVector<T, W>::lanes;
  using vector = typename detail::NativeVector<T, W>::type;
#else
  static constexpr int lanes = 1;
  using vector = T;
#endif
  static constexpr int vectors = W / lanes;
  vector v[vectors] = {};

  Pack() = default;
  KOKKOS_FORCEINLINE_FUNCTION Pack(T x) {
    for (int n = 0; n < vectors; ++n) {
      if constexpr (lanes == 1) v[n] = x; // no compiler may omit the addition in 0 + x
      else v[n] = vector{} + x;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION T get(int lane) const {
    if constexpr (lanes == 1) return v[lane];
    else return v[lane / lanes][lane % lanes];
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int lane, T x) {
    if constexpr (lanes == 1) v[lane] = x;
    else v[lane / lanes][lane % lanes] = x;
  }

#define ISOBAR_PACK_OPERATOR(op)                                                                   \
  friend KOKKOS_FORCEINLINE_FUNCTION Pack operator op(const Pack& a, const Pack& b) {              \
    Pack r;                                                                                        \
    for (int n = 0; n < vectors; ++n) r.v[n] = a.v[n] op b.v[n];                                   \
    return r;                                                                                      \
  }                                                                                                \
  friend KOKKOS_FORCEINLINE_FUNCTION Pack operator op(T a, const Pack& b) {                        \
    Pack r;                                                                                        \
    for (int n = 0; n < vectors; ++n) r.v[n] = a op b.v[n];                                        \
    return r;                                                                                      \
  }
  ISOBAR_PACK_OPERATOR(+)
  ISOBAR_PACK_OPERATOR(-)
  ISOBAR_PACK_OPERATOR(*)
  ISOBAR_PACK_OPERATOR(/)
#undef ISOBAR_PACK_OPERATOR
};

/// The number of columns that a lane carries in a precision's kernels. On a walk in blocks it is a
/// cache line of arithmetic numbers. It is one column on a march and if columns are not adjacent.
template <class P>
inline constexpr int pack_width = P::walk == Walk::blocks&& P::layout == Layout::x_fastest
                                      ? 64 / int(sizeof(typename P::arithmetic))
                                      : 1;
template <class P> using PackOf = Pack<typename P::arithmetic, pack_width<P>>;

/// The number of columns that a lane solves at a time on a walk in blocks: one or two cache lines
/// of arithmetic numbers. Two registers hide each other's wait for the reciprocal in the
/// recurrence. If a register is half a line, four registers are better for a column that is not
/// `coupled` to others and keeps few numbers.
template <class P, bool coupled>
inline constexpr int solve_pack_width = pack_width<P> == 1
                                            ? 1
                                            : std::clamp((coupled ? 2 : 4) * register_bytes,
                                                         row_alignment, 2 * row_alignment) /
                                                  int(sizeof(typename P::arithmetic));
template <class P, bool coupled>
using SolvePackOf = Pack<typename P::arithmetic, solve_pack_width<P, coupled>>;

} // namespace isobar
