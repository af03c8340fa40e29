// Numbers of 16 bits: conversions on the host and on the device.
#include <isobar/core/base/half.hpp>
#include <isobar/core/base/types.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace isobar {
namespace {

constexpr int all_numbers = 1 << 16;
float value(int bits) { return Half::of_bits(std::uint16_t(bits)); }
bool is_finite(int bits) { return (bits & 0x7c00) != 0x7c00; }

/// The value by the definition of binary16.
double defined(int bits) {
  const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

TEST(Half, EveryNumberHasItsValueAndComesBack) {
  for (int bits = 0; bits < all_numbers; ++bits) {
    if (is_finite(bits)) {
      ASSERT_EQ(double(value(bits)), defined(bits)) << bits;
      ASSERT_EQ(Half(value(bits)).bits, bits);
    } else if (bits & 1023) {
      ASSERT_TRUE(std::isnan(value(bits)));
      ASSERT_TRUE(std::isnan(float(Half(value(bits)))));
    } else {
      ASSERT_TRUE(std::isinf(value(bits)));
    }
  }
}

TEST(Half, RoundsToTheNearestAndToTheEvenOneOfTwo) {
  for (int bits = 0; bits + 1 < 0x7c00; ++bits) {
    const float low = value(bits), high = value(bits + 1), middle = 0.5f * (low + high);
    for (const float sign : {1.0f, -1.0f}) {
      const int set = sign < 0.0f ? 0x8000 : 0;
      ASSERT_EQ(Half(sign * middle).bits, (bits + (bits & 1)) | set) << bits;
      ASSERT_EQ(Half(sign * std::nextafter(middle, 0.0f)).bits, bits | set);
      ASSERT_EQ(Half(sign * std::nextafter(middle, 1e9f)).bits, (bits + 1) | set);
    }
  }
}

TEST(Half, NumbersBeyondTheLargestBecomeTheLargest) {
  for (const float x : {65504.0f, 65519.0f, 65520.0f, 1e30f, HUGE_VALF}) {
    EXPECT_EQ(float(Half(x)), 65504.0f);
    EXPECT_EQ(float(Half(-x)), -65504.0f);
  }
}

/// Converts numbers to 16 bits and back, on the device.
void convert(const Kokkos::View<float*, MemorySpace>& given,
             const Kokkos::View<std::uint16_t*, MemorySpace>& bits,
             const Kokkos::View<float*, MemorySpace>& back) {
  Kokkos::parallel_for(
      "isobar/half", Kokkos::RangePolicy<ExecutionSpace>(0, int(given.extent(0))),
      KOKKOS_LAMBDA(int n) {
        const Half half(given(n));
        bits(n) = half.bits;
        back(n) = half;
      });
}

/// The device's instructions round as the host does.
TEST(Half, DevicesConvertAsHostsDo) {
  std::vector<float> inputs;
  for (int bits = 0; bits < 0x7c00; ++bits)
    for (const float share : {0.0f, 0.25f, 0.5f, 0.75f})
      inputs.push_back(value(bits) + share * (value(std::min(bits + 1, 0x7bff)) - value(bits)));
  const int count = int(inputs.size());
  const Kokkos::View<float*, MemorySpace> given("given", count), back("back", count);
  const Kokkos::View<std::uint16_t*, MemorySpace> bits("bits", count);
  const auto host = Kokkos::create_mirror_view(given);
  for (int n = 0; n < count; ++n) host(n) = inputs[std::size_t(n)];
  Kokkos::deep_copy(given, host);
  convert(given, bits, back);
  const auto bits_here = Kokkos::create_mirror_view_and_copy(HostSpace(), bits);
  const auto back_here = Kokkos::create_mirror_view_and_copy(HostSpace(), back);
  for (int n = 0; n < count; ++n) {
    ASSERT_EQ(bits_here(n), Half(inputs[std::size_t(n)]).bits) << inputs[std::size_t(n)];
    ASSERT_EQ(back_here(n), value(bits_here(n)));
  }
}

} // namespace
} // namespace isobar
