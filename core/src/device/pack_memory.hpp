#pragma once
#include "device/pack_type.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__AVX512F__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

/// A pack in memory: loads, stores and prefetches.
namespace isobar {

namespace detail {
/// The words that one instruction of a GPU loads or stores.
template <class S, int W> struct alignas(W * sizeof(S)) AlignedWords { S v[W]; };
} // namespace detail

#ifdef ISOBAR_VECTOR_EXTENSION
namespace detail {
/// Returns the numbers of x as a V. GCC 12 converts between 8 numbers of float and of double in
/// halves and joins them; here one instruction converts all.
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

/// Loads W adjacent numbers of storage type S. The pointer p needs no alignment beyond that of S.
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

/// Loads a pack from p, which is aligned to the whole pack. A GPU loads its pair of columns by one
/// instruction.
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

/// A number that a lane reads ahead of its use. On a GPU it has the type in memory, because a
/// conversion would wait for the number. pack(x) converts it.
template <class P, class S> using Loaded = std::conditional_t<on_host, P, S>;
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION Loaded<P, S> read_ahead(const S* p) {
  if constexpr (on_host) return load<P>(p);
  else return *p;
}

/// Stores the first `active` of W numbers one by one. It tests every number: for a loop of unknown
/// length, nvcc would keep the pack in memory and not in registers.
template <class T, int W, class S>
KOKKOS_FORCEINLINE_FUNCTION void store_each(S* p, const Pack<T, W>& x, int active) {
  ISOBAR_UNROLL
  for (int n = 0; n < W; ++n)
    if (n < active) p[n] = S(x.get(n));
}
#ifdef ISOBAR_VECTOR_EXTENSION
/// Stores the first `active` of W numbers on a host: register by register, and one by one in the
/// last of them. It is out of line and takes the pack by value, because a pack that is addressed
/// number by number is in memory.
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

/// Stores the first `active` of W numbers. The others are padding or another rank's cells.
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

/// Stores a pack whose first `active` numbers are owned. The memory has room for the whole pack.
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

/// Prefetches the cache line at p, which will be written soon. A CPU fetches even a line that it
/// only writes, and stores wait for their lines one after the other. The prefetch saves 15 % of a
/// smoothing step on a CPU.
template <class S> KOKKOS_FORCEINLINE_FUNCTION void will_write([[maybe_unused]] S* p) {
#ifdef ISOBAR_VECTOR_EXTENSION
  __builtin_prefetch(p, 1);
#endif
}

/// Prefetches the cache line at p, which will be read soon. A GPU brings it into the second-level
/// cache, without a register that waits for it.
template <class S> KOKKOS_FORCEINLINE_FUNCTION void will_read([[maybe_unused]] const S* p) {
#ifdef __CUDA_ARCH__
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(p)));
#endif
}

/// Prefetches the cache lines of `count` adjacent numbers that a host's lane will read, or write,
/// in the next columns. Its callers must be inlined: GCC drops a call of a function that does
/// nothing else.
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
/// Prefetches the cache lines of a pack of columns.
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION void will_read_pack(const S* p) {
  will_read_row(p, P::width);
}
template <class P, class S> KOKKOS_FORCEINLINE_FUNCTION void will_write_pack(S* p) {
  will_write_row(p, P::width);
}

} // namespace isobar
