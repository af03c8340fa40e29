// Packs: every function on every width that kernels use, element by element.
#include "device/pack_shuffle.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace isobar {
namespace {

/// 0.5, 1.5, ... times `factor`: exact in float, all different.
template <class V> V ramp(typename V::value_type factor = 1) {
  V x;
  for (int n = 0; n < V::width; ++n) x.set(n, factor * (typename V::value_type(n) + 0.5F));
  return x;
}

template <class V> struct Packs : testing::Test {
  using T = typename V::value_type;
  static constexpr int width = V::width;
};
using Widths = testing::Types<Pack<double, 1>, Pack<double, 2>, Pack<double, 8>, Pack<double, 16>,
                              Pack<float, 1>, Pack<float, 2>, Pack<float, 16>, Pack<float, 32>>;
struct PackNames {
  template <class V> static std::string GetName(int) {
    return (sizeof(typename V::value_type) == 8 ? "double_" : "float_") + std::to_string(V::width);
  }
};
TYPED_TEST_SUITE(Packs, Widths, PackNames);

TYPED_TEST(Packs, ArithmeticIsElementWise) {
  using T = typename TestFixture::T;
  const TypeParam a = ramp<TypeParam>(), b = ramp<TypeParam>(4);
  for (int n = 0; n < this->width; ++n) {
    const T x = a.get(n), y = b.get(n);
    EXPECT_EQ((a + b).get(n), x + y);
    EXPECT_EQ((a - b).get(n), x - y);
    EXPECT_EQ((a * b).get(n), x * y);
    EXPECT_EQ((a / b).get(n), x / y);
    EXPECT_EQ((T(3) - b).get(n), T(3) - y);
    EXPECT_EQ(TypeParam(T(7)).get(n), T(7));
    EXPECT_EQ(TypeParam{}.get(n), T(0));
  }
}

template <class V, class S> void load_and_store() {
  constexpr int width = V::width;
  std::array<S, width + 4> memory;
  for (int n = 0; n < width + 4; ++n) memory[n] = S(n) + S(0.25);
  const V x = load<V>(memory.data() + 1); // never aligned
  for (int n = 0; n < width; ++n) EXPECT_EQ(x.get(n), memory[n + 1]);
  for (int active = 0; active <= width; ++active) {
    std::array<S, width + 4> target;
    target.fill(S(-1));
    store(target.data() + 1, x, active);
    for (int n = 0; n < width + 4; ++n)
      EXPECT_EQ(target[n], n >= 1 && n <= active ? memory[n] : S(-1)) << n << " of " << active;
  }
}

TYPED_TEST(Packs, LoadAndStoreTouchTheActiveNumbersOnly) {
  load_and_store<TypeParam, double>();
  load_and_store<TypeParam, float>();
}

TYPED_TEST(Packs, SumOfTheActiveNumbers) {
  const TypeParam x = ramp<TypeParam>();
  double expected = 0.0;
  for (int active = 0; active <= this->width; ++active) {
    const TypeParam kept = keep_active(x, active);
    EXPECT_EQ(sum(kept), expected) << active;
    for (int n = 0; n < this->width; ++n) EXPECT_EQ(kept.get(n), n < active ? x.get(n) : 0);
    if (active < this->width) expected += double(x.get(active));
  }
}

TYPED_TEST(Packs, ReciprocalToFullPrecision) {
  using T = typename TestFixture::T;
  const double tolerance = 1.5 * double(std::numeric_limits<T>::epsilon());
  for (int step = 0; step < 4000; ++step) {
    TypeParam x;
    for (int n = 0; n < this->width; ++n)
      x.set(n, T(std::pow(10.0, (step + n / 64.0) / 66.7 - 30.0)));
    const TypeParam y = reciprocal(x);
    for (int n = 0; n < this->width; ++n)
      ASSERT_NEAR(double(x.get(n)) * double(y.get(n)), 1.0, tolerance) << x.get(n);
  }
}

TYPED_TEST(Packs, InterleaveAndSumPairs) {
  using T = typename TestFixture::T;
  const TypeParam a = ramp<TypeParam>(), b = ramp<TypeParam>(-8);
  const Pack<T, 2 * TypeParam::width> both = interleave(a, b);
  const TypeParam sums = sum_pairs(both);
  for (int n = 0; n < this->width; ++n) {
    EXPECT_EQ(both.get(2 * n), a.get(n));
    EXPECT_EQ(both.get(2 * n + 1), b.get(n));
    EXPECT_EQ(sums.get(n), a.get(n) + b.get(n));
  }
}

} // namespace
} // namespace isobar
