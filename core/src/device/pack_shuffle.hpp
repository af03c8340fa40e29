#pragma once
#include "device/pack.hpp"

/// Permutations of packs: between a fine level and the next coarser one, and by one column.
namespace isobar {

/// Returns x moved by one column: the numbers of the columns one further west, or east. `beyond` is
/// the number beside the pack.
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> western(const Pack<T, W>& x, T beyond) {
  Pack<T, W> r;
  r.set(0, beyond);
  for (int n = 1; n < W; ++n) r.set(n, x.get(n - 1));
  return r;
}
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> eastern(const Pack<T, W>& x, T beyond) {
  Pack<T, W> r;
  for (int n = 0; n + 1 < W; ++n) r.set(n, x.get(n + 1));
  r.set(W - 1, beyond);
  return r;
}

/// Loads the pack one column further east than x, which was loaded from p. A GPU loads only the
/// number that x lacks.
template <class V, class S>
KOKKOS_FORCEINLINE_FUNCTION V load_eastern([[maybe_unused]] const V& x, const S* p) {
  if constexpr (on_host) return load<V>(p + 1);
  else return eastern(x, typename V::value_type(p[V::width]));
}

/// Returns b in every other number from `first` on, and a in those between. `first` is 0 or 1.
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> every_other(const Pack<T, W>& a, const Pack<T, W>& b,
                                                   int first) {
#if defined(ISOBAR_VECTOR_EXTENSION) && !defined(__clang__)
  using P = Pack<T, W>;
  if constexpr (P::lanes > 1) {
    using index = std::conditional_t<sizeof(T) == 8, long long, int>;
    typedef index mask __attribute__((vector_size(sizeof(T) * P::lanes)));
    mask even, odd;
    for (int n = 0; n < P::lanes; ++n) {
      even[n] = n % 2 == 0 ? n + P::lanes : n;
      odd[n] = n % 2 == 0 ? n : n + P::lanes;
    }
    P r;
    for (int n = 0; n < P::vectors; ++n)
      r.v[n] = first == 0 ? __builtin_shuffle(a.v[n], b.v[n], even)
                          : __builtin_shuffle(a.v[n], b.v[n], odd);
    return r;
  }
#endif
  Pack<T, W> r = a;
  for (int n = first; n < W; n += 2) r.set(n, b.get(n));
  return r;
}

/// Returns (a0, b0, a1, b1, ...): fine columns from the even and the odd children of coarse
/// columns.
template <class T, int H>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, 2 * H> interleave(const Pack<T, H>& a, const Pack<T, H>& b) {
  Pack<T, 2 * H> r;
#if defined(ISOBAR_VECTOR_EXTENSION) && !defined(__clang__)
  using half = Pack<T, H>;
  using full = Pack<T, 2 * H>;
  if constexpr (half::lanes == full::lanes && half::lanes > 1) {
    using index = std::conditional_t<sizeof(T) == 8, long long, int>;
    typedef index mask __attribute__((vector_size(sizeof(T) * half::lanes)));
    mask low, high;
    for (int n = 0; n < half::lanes; ++n) {
      low[n] = n / 2 + (n % 2) * half::lanes;
      high[n] = low[n] + half::lanes / 2;
    }
    for (int n = 0; n < half::vectors; ++n) {
      r.v[2 * n] = __builtin_shuffle(a.v[n], b.v[n], low);
      r.v[2 * n + 1] = __builtin_shuffle(a.v[n], b.v[n], high);
    }
    return r;
  }
#endif
  for (int n = 0; n < H; ++n) {
    r.set(2 * n, a.get(n));
    r.set(2 * n + 1, b.get(n));
  }
  return r;
}

/// Returns (x0 + x1, x2 + x3, ...): fine columns summed into coarse ones.
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W / 2> sum_pairs(const Pack<T, W>& x) {
  Pack<T, W / 2> r;
#if defined(ISOBAR_VECTOR_EXTENSION) && !defined(__clang__)
  using half = Pack<T, W / 2>;
  using full = Pack<T, W>;
  if constexpr (half::lanes == full::lanes && half::lanes > 1) {
    using index = std::conditional_t<sizeof(T) == 8, long long, int>;
    typedef index mask __attribute__((vector_size(sizeof(T) * half::lanes)));
    mask even;
    for (int n = 0; n < half::lanes; ++n) even[n] = 2 * n;
    for (int n = 0; n < half::vectors; ++n)
      r.v[n] = __builtin_shuffle(x.v[2 * n], x.v[2 * n + 1], even) +
               __builtin_shuffle(x.v[2 * n], x.v[2 * n + 1], even + 1);
    return r;
  }
#endif
  for (int n = 0; n < W / 2; ++n) r.set(n, x.get(2 * n) + x.get(2 * n + 1));
  return r;
}

} // namespace isobar
