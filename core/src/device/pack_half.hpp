#pragma once
#include "base/registers.hpp"

#include <isobar/core/base/half.hpp>

#include <cstring>
#include <type_traits>

#if defined(ISOBAR_VECTOR_EXTENSION) && defined(__F16C__)
#include <immintrin.h>
#endif

/// Vector registers of a host, loaded from memory and stored there. A Half in memory is a float in
/// a register.
namespace isobar::detail {

#ifdef ISOBAR_VECTOR_EXTENSION

/// The type in a register of a number of type S in memory.
template <class S> using Word = std::conditional_t<std::is_same_v<S, Half>, float, S>;
/// A register of adjacent numbers.
template <class T, int lanes> struct WordsOf {
  typedef T type __attribute__((vector_size(sizeof(T) * lanes)));
};
template <class T, int lanes> using Words = typename WordsOf<T, lanes>::type;

template <int lanes, class S>
KOKKOS_FORCEINLINE_FUNCTION Words<Word<S>, lanes> get_words(const S* p) {
  Words<Word<S>, lanes> x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
template <class S, class V> KOKKOS_FORCEINLINE_FUNCTION void put_words(S* p, const V& x) {
  std::memcpy(p, &x, sizeof x);
}

/// Widens `lanes` numbers. Processors with F16C do so in one instruction.
template <int lanes> KOKKOS_FORCEINLINE_FUNCTION Words<float, lanes> get_words(const Half* p) {
#if defined(__F16C__)
  if constexpr (lanes == 4) return (Words<float, 4>)_mm_cvtph_ps(_mm_loadu_si64(p));
  if constexpr (lanes == 8)
    return (Words<float, 8>)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i*)p));
#if defined(__AVX512F__)
  if constexpr (lanes == 16)
    return (Words<float, 16>)_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256((const __m256i*)p));
#endif
#endif
  Words<float, lanes> x;
  for (int n = 0; n < lanes; ++n) x[n] = float(p[n]);
  return x;
}

/// Rounds the numbers of x as Half(float) does. The intrinsics return their second operand if one
/// is a NaN. With masks of all lanes, GCC 12 does not warn of an unset register.
template <class V> KOKKOS_FORCEINLINE_FUNCTION void put_words(Half* p, const V& x) {
  constexpr int lanes = int(sizeof(V) / sizeof(float));
#if defined(__F16C__)
  constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  if constexpr (lanes == 4) {
    const __m128 most = _mm_set1_ps(largest_half), least = _mm_set1_ps(-largest_half);
    const __m128 inside = _mm_min_ps(most, _mm_max_ps(least, (__m128)x));
    _mm_storeu_si64(p, _mm_cvtps_ph(inside, nearest));
    return;
  }
  if constexpr (lanes == 8) {
    const __m256 most = _mm256_set1_ps(largest_half), least = _mm256_set1_ps(-largest_half);
    const __m256 inside = _mm256_min_ps(most, _mm256_max_ps(least, (__m256)x));
    _mm_storeu_si128((__m128i*)p, _mm256_cvtps_ph(inside, nearest));
    return;
  }
#if defined(__AVX512F__)
  if constexpr (lanes == 16) {
    const __m512 most = _mm512_set1_ps(largest_half), least = _mm512_set1_ps(-largest_half);
    const __m512 inside =
        _mm512_maskz_min_ps(0xffff, most, _mm512_maskz_max_ps(0xffff, least, (__m512)x));
    _mm256_storeu_si256((__m256i*)p, _mm512_maskz_cvtps_ph(0xffff, inside, nearest));
    return;
  }
#endif
#endif
  for (int n = 0; n < lanes; ++n) p[n] = Half(x[n]);
}

#endif

} // namespace isobar::detail
