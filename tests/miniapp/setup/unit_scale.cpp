// The power of two that right-hand sides of very large or very small numbers are divided by.
#include "setup/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace isobar {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

HostField field_of(double a, double b) {
  const HostField field("field", 1, 1, 2);
  field(0, 0, 0) = a;
  field(0, 0, 1) = b;
  return field;
}

TEST(Scale, LeavesNumbersOfUsualSizesAsTheyAre) {
  for (const double largest : {0.0, 1.0, 0.75, 1e9, 1e-9, std::ldexp(1.0, 32)})
    EXPECT_EQ(scale_of(largest).exponent, 0) << largest;
}

TEST(Scale, IsThePowerOfTwoBelowTheLargestNumber) {
  EXPECT_EQ(scale_of(std::ldexp(1.5, 40)).exponent, 40);
  EXPECT_EQ(scale_of(std::ldexp(1.5, -500)).exponent, -500);
}

TEST(Scale, IsNoneWhereANumberIsNotFinite) {
  for (const double value : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    double most = 1.0;
    take_magnitude(value, most);
    EXPECT_EQ(most, infinity) << value;
    take_magnitude(2.0, most);
    EXPECT_EQ(most, infinity) << value; // and stays so
    EXPECT_EQ(scale_of(most).exponent, 0);
  }
}

TEST(Scale, DividesAndMultipliesWithoutRounding) {
  const double a = std::ldexp(1.1, 700), b = -std::ldexp(1.7, 650);
  const HostField field = field_of(a, b);
  const Scale scale = scale_of(a);
  scale.apply(field);
  EXPECT_EQ(field(0, 0, 0), 1.1);
  EXPECT_EQ(field(0, 0, 1), -std::ldexp(1.7, -50));
  EXPECT_EQ(scale.undone(1.1), a);
  scale.undo(field);
  EXPECT_EQ(field(0, 0, 0), a);
  EXPECT_EQ(field(0, 0, 1), b);
}

TEST(Scale, OfNoExponentTouchesNothing) {
  const HostField field = field_of(3.0, -0.5);
  Scale{}.apply(field);
  Scale{}.undo(field);
  EXPECT_EQ(field(0, 0, 0), 3.0);
  EXPECT_EQ(field(0, 0, 1), -0.5);
}

} // namespace
} // namespace isobar
