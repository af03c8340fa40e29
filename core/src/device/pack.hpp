#pragma once
#include "base/registers.hpp"

#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/precision.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__AVX512F__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

/// A pack is the adjacent columns that one lane carries through a column walk. With x fastest
/// in memory, a strided walk up a single column would use one word of every cache line on a
/// CPU; a pack uses the whole line and fills the vector registers. On a GPU the lanes of a
/// warp do that, and a pack has one or two columns.
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

/// The words that one instruction of a GPU loads or stores.
template <class S, int W> struct alignas(W * sizeof(S)) AlignedWords { S v[W]; };
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
      if constexpr (lanes == 1) v[n] = x; // 0 + x is an addition that no compiler may omit
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

/// Columns that a lane carries in a precision's kernels: a cache line of arithmetic
/// numbers on a walk in blocks; one column on a march and if columns are not adjacent.
template <class P>
inline constexpr int pack_width = P::walk == Walk::blocks&& P::layout == Layout::x_fastest
                                      ? 64 / int(sizeof(typename P::arithmetic))
                                      : 1;
template <class P> using PackOf = Pack<typename P::arithmetic, pack_width<P>>;

/// Columns that a lane solves at a time on a walk in blocks: one or two cache lines of arithmetic
/// numbers. Two registers hide each other's wait for the reciprocal in the recurrence. If registers are
/// half a line, four are better for a column that is not `coupled` to others and keeps few numbers.
template <class P, bool coupled>
inline constexpr int solve_pack_width = pack_width<P> == 1
                                            ? 1
                                            : std::clamp((coupled ? 2 : 4) * register_bytes,
                                                         row_alignment, 2 * row_alignment) /
                                                  int(sizeof(typename P::arithmetic));
template <class P, bool coupled>
using SolvePackOf = Pack<typename P::arithmetic, solve_pack_width<P, coupled>>;

#ifdef ISOBAR_VECTOR_EXTENSION
namespace detail {
/// The numbers of x as those of a V. GCC 12 converts between 8 numbers of
/// float and of double in halves and joins them; one instruction does all.
template <class V, class X> KOKKOS_FORCEINLINE_FUNCTION V converted(const X& x) {
#if defined(__AVX512F__) && !defined(__CUDACC__)
  using From = std::decay_t<decltype(x[0])>;
  using To = std::decay_t<decltype(std::declval<const V&>()[0])>;
  if constexpr (sizeof(V) == 64 && std::is_same_v<To, double> && std::is_same_v<From, float>)
    return (V)_mm512_maskz_cvtps_pd(0xff, (__m256)x);
  else if constexpr (sizeof(X) == 64 && std::is_same_v<To, float> && std::is_same_v<From, double>)
    return (V)_mm512_maskz_cvtpd_ps(0xff, (__m512d)x);
  else
#endif
    return __builtin_convertvector(x, V);
}
} // namespace detail
#endif

/// Loads W adjacent numbers of storage type S; p needs no alignment beyond S's.
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION P load(const S* p) {
  using T = typename P::value_type;
  P r;
#ifdef ISOBAR_VECTOR_EXTENSION
  for (int n = 0; n < P::vectors; ++n) {
    if constexpr (P::lanes == 1) {
      r.v[n] = T(p[n]);
    } else {
      typedef S raw __attribute__((vector_size(sizeof(S) * P::lanes)));
      raw x;
      std::memcpy(&x, p + n * P::lanes, sizeof x);
      if constexpr (std::is_same_v<S, T>) r.v[n] = x;
      else r.v[n] = detail::converted<typename P::vector>(x);
    }
  }
#else
  for (int n = 0; n < P::width; ++n) r.v[n] = T(p[n]);
#endif
  return r;
}

/// The same for p aligned to the whole pack: one instruction for a GPU's pair of columns.
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION P load_aligned(const S* p) {
  if constexpr (on_host || P::width == 1) {
    return load<P>(p);
  } else {
    const auto x = *reinterpret_cast<const detail::AlignedWords<S, P::width>*>(p);
    P r;
    for (int n = 0; n < P::width; ++n) r.v[n] = typename P::value_type(x.v[n]);
    return r;
  }
}

/// A number that a lane reads ahead of its use: on a GPU as it stands in
/// memory, because a conversion would wait for it. pack(x) converts it.
template <class P, class S> using Loaded = std::conditional_t<on_host, P, S>;
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION Loaded<P, S> read_ahead(const S* p) {
  if constexpr (on_host) return load<P>(p);
  else return *p;
}

/// Stores the first `active` of W numbers one by one. It tests every number, because
/// nvcc would keep the pack in memory, not in registers, for a loop of unknown length.
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store_each(S* p, const Pack<T, W>& x, int active) {
  ISOBAR_UNROLL
  for (int n = 0; n < W; ++n)
    if (n < active) p[n] = S(x.get(n));
}
#ifdef ISOBAR_VECTOR_EXTENSION
/// The same for hosts: register by register, and one by one in the last of them. It is out of line
/// and takes the pack by value, because a pack that is addressed number by number is in memory.
template <class T, int W, class S>
[[gnu::noinline]] void store_end(S* p, Pack<T, W> x, int active) {
  using P = Pack<T, W>;
  if constexpr (P::vectors == 1) {
    store_each(p, x, active);
  } else {
    for (int n = 0; n < P::vectors && n * P::lanes < active; ++n) {
      Pack<T, P::lanes> part;
      part.v[0] = x.v[n];
      store(p + n * P::lanes, part, active - n * P::lanes);
    }
  }
}
#endif

/// Stores the first `active` of W numbers; the rest are padding or another rank's cells.
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store(S* p, const Pack<T, W>& x, int active) {
  using P = Pack<T, W>;
  if constexpr (W == 1) {
    if (active > 0) *p = S(x.get(0));
    return;
  }
  if (active < W) {
#ifdef ISOBAR_VECTOR_EXTENSION
    if constexpr (P::lanes > 1) return store_end(p, x, active);
#endif
    return store_each(p, x, active);
  }
#ifdef ISOBAR_VECTOR_EXTENSION
  for (int n = 0; n < P::vectors; ++n) {
    if constexpr (P::lanes == 1) {
      p[n] = S(x.v[n]);
    } else if constexpr (std::is_same_v<S, T>) {
      std::memcpy(p + n * P::lanes, &x.v[n], sizeof x.v[n]);
    } else {
      typedef S raw __attribute__((vector_size(sizeof(S) * P::lanes)));
      const raw y = detail::converted<raw>(x.v[n]);
      std::memcpy(p + n * P::lanes, &y, sizeof y);
    }
  }
#else
  for (int n = 0; n < W; ++n) p[n] = S(x.v[n]);
#endif
}

/// Stores a pack whose first `active` numbers are owned, into memory that has room for the whole pack.
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store_aligned(S* p, const Pack<T, W>& x, int active) {
  if constexpr (!on_host && W > 1)
    if (active == W) {
      detail::AlignedWords<S, W> all;
      for (int n = 0; n < W; ++n) all.v[n] = S(x.get(n));
      *reinterpret_cast<detail::AlignedWords<S, W>*>(p) = all;
      return;
    }
  store(p, x, active);
}

/// Prefetches the cache line at p, which will be written soon. A line
/// that is only written must be fetched, too, and stores wait for it
/// one after the other: on a CPU this saves 15 % of a smoothing step.
template <class S> KOKKOS_FORCEINLINE_FUNCTION void will_write([[maybe_unused]] S* p) {
#ifdef ISOBAR_VECTOR_EXTENSION
  __builtin_prefetch(p, 1);
#endif
}

/// Prefetches the line at p, which will be read soon: a GPU brings it
/// into the second-level cache, without a register that waits for it.
template <class S> KOKKOS_FORCEINLINE_FUNCTION void will_read([[maybe_unused]] const S* p) {
#ifdef __CUDA_ARCH__
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(p)));
#endif
}

/// Prefetches the lines of some adjacent numbers that a host's lane will read, or write, in the next
/// columns. Its callers must be inlined: GCC drops a call of a function that does nothing else.
template <class S>
KOKKOS_FORCEINLINE_FUNCTION void will_read_row([[maybe_unused]] const S* p,
                                               [[maybe_unused]] int count) {
#ifdef ISOBAR_VECTOR_EXTENSION
  for (int n = 0; n < count; n += row_alignment / int(sizeof(S))) __builtin_prefetch(p + n);
#endif
}
template <class S>
KOKKOS_FORCEINLINE_FUNCTION void will_write_row([[maybe_unused]] S* p, [[maybe_unused]] int count) {
#ifdef ISOBAR_VECTOR_EXTENSION
  for (int n = 0; n < count; n += row_alignment / int(sizeof(S))) will_write(p + n);
#endif
}
/// The same for a pack of columns.
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION void will_read_pack(const S* p) {
  will_read_row(p, P::width);
}
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION void will_write_pack(S* p) {
  will_write_row(p, P::width);
}

/// x with all but the first `active` numbers set to 0.
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> keep_active(const Pack<T, W>& x, int active) {
  if constexpr (W == 1) return active > 0 ? x : Pack<T, W>();
  if (active >= W) return x;
  Pack<T, W> r;
#ifdef ISOBAR_VECTOR_EXTENSION
  using P = Pack<T, W>;
  if constexpr (P::lanes > 1) {
    using index = std::conditional_t<sizeof(T) == 8, long long, int>;
    typedef index indices __attribute__((vector_size(sizeof(T) * P::lanes)));
    indices place;
    for (int n = 0; n < P::lanes; ++n) place[n] = n;
    for (int n = 0; n < P::vectors; ++n)
      r.v[n] = place < index(active - n * P::lanes) ? x.v[n] : r.v[n];
    return r;
  }
#endif
  ISOBAR_UNROLL
  for (int n = 0; n < W; ++n)
    if (n < active) r.set(n, x.get(n));
  return r;
}

/// The larger ones of a and b; a NaN stays.
template <class T, int W>
KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> larger(const Pack<T, W>& a, const Pack<T, W>& b) {
  Pack<T, W> r;
  for (int n = 0; n < Pack<T, W>::vectors; ++n)
    r.v[n] = (a.v[n] >= b.v[n]) | (a.v[n] != a.v[n]) ? a.v[n] : b.v[n];
  return r;
}
template <class T, int W> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> absolute(const Pack<T, W>& x) {
  return larger(x, T(0) - x);
}

/// Sum of all numbers, in double.
template <class T, int W> KOKKOS_FORCEINLINE_FUNCTION double sum(const Pack<T, W>& x) {
  double s = 0.0;
  for (int n = 0; n < W; ++n) s += double(x.get(n));
  return s;
}

#ifdef __CUDACC__
namespace detail {
/// A division costs a GPU's column solve 20 % in double. The 23-bit estimate and one cubic step
/// (error e^3 = 2^-69) do not; in float the estimate itself is good to the last bit but one.
__device__ inline double device_reciprocal(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  const double e = fma(-x, r, 1.0);
  return fma(r, fma(e, e, e), r);
}
__device__ inline float device_reciprocal(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
}
} // namespace detail
#endif

/// 1/x to full precision. A vector division is the slowest instruction of a column solve; the
/// 14-bit estimate and one step of higher order (error e^4 = 2^-56, float e^2) are not.
template <class T, int W> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> reciprocal(const Pack<T, W>& x) {
#if defined(__AVX512F__) && !defined(__CUDACC__)
  if constexpr (sizeof(typename Pack<T, W>::vector) == 64) {
    Pack<T, W> r;
    for (int n = 0; n < Pack<T, W>::vectors; ++n) {
      using vector = typename Pack<T, W>::vector;
      if constexpr (std::is_same_v<T, double>) {
        const vector y = (vector)_mm512_maskz_rcp14_pd(0xff, (__m512d)x.v[n]);
        const vector e = 1.0 - x.v[n] * y;
        r.v[n] = y + y * (e + e * (e + e * e));
      } else {
        const vector y = (vector)_mm512_maskz_rcp14_ps(0xffff, (__m512)x.v[n]);
        r.v[n] = y + y * (1.0F - x.v[n] * y);
      }
    }
    return r;
  }
#endif
#ifdef __CUDA_ARCH__
  Pack<T, W> r;
  for (int n = 0; n < W; ++n) r.v[n] = detail::device_reciprocal(x.v[n]);
  return r;
#else
  return T(1) / x;
#endif
}

} // namespace isobar
