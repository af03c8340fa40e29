#pragma once
#include "device/pack_type.hpp"

#include <type_traits>

#if defined(__AVX512F__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

/// Functions of the numbers of a pack.
namespace isobar {

/// Returns x with all but the first `active` numbers set to 0.
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

/// Returns the larger of a and b, number by number. A NaN of either one stays.
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

/// Returns the sum of all numbers, in double.
template <class T, int W> KOKKOS_FORCEINLINE_FUNCTION double sum(const Pack<T, W>& x) {
  double s = 0.0;
  for (int n = 0; n < W; ++n) s += double(x.get(n));
  return s;
}

#ifdef __CUDACC__
namespace detail {
/// Returns 1 / x without a division, which costs a GPU's column solve 20 % in double. The 23-bit
/// estimate and one cubic step (error e^3 = 2^-69) do not. In float the estimate itself is good to
/// the last bit but one.
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

/// Returns 1/x to full precision. A vector division is the slowest instruction of a column solve.
/// The 14-bit estimate and one step of higher order (error e^4 = 2^-56, in float e^2) are faster.
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
