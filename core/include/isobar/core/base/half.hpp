#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstdint>
#include <cstring>

namespace isobar {

/// A number in memory of 16 bits: IEEE binary16, with 11 bits of mantissa. Kernels convert it to
/// float and back, and calculate in float. Its largest number is 65504, and its smallest normal one
/// is 2^-14.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  /// Rounds x to the nearest number, and to the even one of two. A number beyond 65504 becomes
  /// +-65504, so that no infinity enters a field. A NaN stays one.
  KOKKOS_INLINE_FUNCTION explicit Half(float x);
  KOKKOS_INLINE_FUNCTION explicit Half(double x) : Half(float(x)) {}
  KOKKOS_INLINE_FUNCTION explicit Half(int x) : Half(float(x)) {}
  KOKKOS_INLINE_FUNCTION static Half of_bits(std::uint16_t bits) {
    Half half;
    half.bits = bits;
    return half;
  }
  /// Returns the number, which every float can hold.
  KOKKOS_INLINE_FUNCTION operator float() const;
};

inline constexpr float largest_half = 65504.0f;

namespace detail {

/// Returns the same bits as another type; same_bits has no version for devices.
template <class To, class From> KOKKOS_INLINE_FUNCTION To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

/// Returns the bits of the nearest binary16 of |x| <= 65504. Subnormal results come from a sum
/// whose last bit is that of the smallest binary16. Other results come from a sum in the integers:
/// it moves the exponent's bias and rounds.
KOKKOS_INLINE_FUNCTION std::uint16_t nearest_half(float x) {
  const auto all = same_bits<std::uint32_t>(x);
  const std::uint32_t sign = (all >> 16) & 0x8000u, size = all & 0x7fffffffu;
  if (size > 0x7f800000u) return std::uint16_t(sign | 0x7e00u); // NaN
  constexpr std::uint32_t least_normal = 113u << 23;            // 2^-14
  std::uint32_t half;
  if (size < least_normal)
    half = same_bits<std::uint32_t>(same_bits<float>(size) + 0.5f) - (126u << 23);
  else half = (size + 0xfffu + ((size >> 13) & 1u) - (112u << 23)) >> 13;
  return std::uint16_t(sign | half);
}

/// Returns the value of a binary16.
KOKKOS_INLINE_FUNCTION float value_of_half(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t(bits & 0x8000u) << 16, size = bits & 0x7fffu;
  std::uint32_t value;
  if (size >= 0x7c00u) value = (size << 13) | 0x7f800000u; // infinity or NaN
  else if (size >= 0x400u) value = (size << 13) + (112u << 23);
  else value = same_bits<std::uint32_t>(float(size) * (1.0f / 16777216.0f)); // 2^-24 each
  return same_bits<float>(sign | value);
}

} // namespace detail

KOKKOS_INLINE_FUNCTION Half::Half(float x) {
  const float inside = x > largest_half ? largest_half : x < -largest_half ? -largest_half : x;
#if defined(__CUDA_ARCH__)
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(inside));
#else
  bits = detail::nearest_half(inside);
#endif
}

KOKKOS_INLINE_FUNCTION Half::operator float() const {
#if defined(__CUDA_ARCH__)
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
#else
  return detail::value_of_half(bits);
#endif
}

} // namespace isobar
