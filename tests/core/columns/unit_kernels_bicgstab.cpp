// BiCGStab's vector kernels, line by line.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/bicgstab_kernels.hpp>

#include <cmath>

namespace isobar {
namespace {

template <class P> struct BicgstabVectors : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  static oracle::Array numbers(const GridCase& c, int seed) {
    return oracle::random(c.part.global_nx, c.part.global_ny, c.nz, seed);
  }
  static FieldOf<P> field(const GridCase& c, const oracle::Array& x) {
    return field_of<S, L>(x, c.part);
  }
  /// This rank's share.
  static double product(const GridCase& c, const oracle::Array& x, const oracle::Array& y) {
    return oracle::dot(owned(field_of<double>(x, c.part)), owned(field_of<double>(y, c.part)));
  }
  /// As far as sums of products of such numbers may be from each other.
  static double tolerance(const GridCase& c) {
    return 4.0 * kernel_tolerance<P>() * c.part.nx * c.part.ny * c.nz;
  }
};
TYPED_TEST_SUITE(BicgstabVectors, Precisions, PrecisionNames);

TYPED_TEST(BicgstabVectors, Direction) {
  for (const GridCase& c : any_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const auto r = this->numbers(c, 1), p = this->numbers(c, 2), q = this->numbers(c, 3);
    const auto in_r = this->field(c, r), out = this->field(c, p), in_q = this->field(c, q);
    const auto before = contents(out);
    const GridOf<TypeParam> grid(c.spec(), c.part);
    BicgstabKernels<TypeParam>::direction(grid, 0.75, -0.5, in_r, out, in_q);
    const oracle::Array expected = oracle::sum(r, 0.75, oracle::sum(p, 0.5, q));
    EXPECT_TRUE(matches(out, expected, c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(BicgstabVectors, BothHalvesOfAStep) {
  for (const GridCase& c : any_cases<TypeParam>())
    for (const bool second : {false, true}) {
      SCOPED_TRACE(c.name());
      const auto u = this->numbers(c, 1), r = this->numbers(c, 2), z = this->numbers(c, 3),
                 q = this->numbers(c, 4), w = this->numbers(c, 5);
      const auto out_u = this->field(c, u), out_r = this->field(c, r);
      const auto u_before = contents(out_u), r_before = contents(out_r);
      const GridOf<TypeParam> grid(c.spec(), c.part);
      Sums sums;
      if (second)
        sums = BicgstabKernels<TypeParam>::step(grid, 0.75, this->field(c, z), this->field(c, q),
                                                this->field(c, w), out_u, out_r);
      else
        BicgstabKernels<TypeParam>::half_step(grid, 0.75, this->field(c, z), this->field(c, q),
                                              out_u, out_r);
      const oracle::Array next = oracle::sum(r, -0.75, q);
      EXPECT_TRUE(matches(out_u, oracle::sum(u, 0.75, z), c.part, kernel_tolerance<TypeParam>()));
      EXPECT_TRUE(matches(out_r, next, c.part, kernel_tolerance<TypeParam>()));
      EXPECT_TRUE(only_owned_written(out_u, u_before));
      EXPECT_TRUE(only_owned_written(out_r, r_before));
      if (!second) continue;
      EXPECT_NEAR(sums.first, this->product(c, next, next), this->tolerance(c));
      EXPECT_NEAR(sums.second, this->product(c, next, w), this->tolerance(c));
    }
}

TYPED_TEST(BicgstabVectors, SumsAndSubtraction) {
  for (const GridCase& c : any_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const auto v = this->numbers(c, 1), w = this->numbers(c, 2);
    const auto in_v = this->field(c, v), out = this->field(c, w);
    const auto before = contents(out);
    const GridOf<TypeParam> grid(c.spec(), c.part);
    const Sums sums = BicgstabKernels<TypeParam>::sums(grid, in_v, out);
    EXPECT_NEAR(sums.first, this->product(c, v, w), this->tolerance(c));
    EXPECT_NEAR(sums.second, this->product(c, v, v), this->tolerance(c));
    const double square = BicgstabKernels<TypeParam>::subtract(grid, in_v, out);
    const oracle::Array difference = oracle::sum(v, -1.0, w);
    EXPECT_TRUE(matches(out, difference, c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_NEAR(square, this->product(c, difference, difference), this->tolerance(c));
  }
}

} // namespace
} // namespace isobar
