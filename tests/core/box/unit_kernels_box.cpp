// The operator of a box and its sums, against the oracle.
#include "support_box_cases.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isobar {
namespace {

template <class P> struct BoxKernels : testing::Test {
  static constexpr double tolerance = kernel_tolerance<P>();
};
TYPED_TEST_SUITE(BoxKernels, BoxPrecisions, PrecisionNames);

TYPED_TEST(BoxKernels, ApplyIsTheSumOfAllFluxesOutOfACell) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1);
    const auto u_field = box_field<TypeParam>(u, c), v = box_garbage<TypeParam>(c);
    const auto u_before = contents(u_field), before = contents(v);
    BoxOperator<TypeParam>::apply(box_grid<TypeParam>(c), u_field, v);
    EXPECT_TRUE(matches(v, oracle::box_apply(c.box, u), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(v, before));
    EXPECT_EQ(contents(u_field), u_before);
  }
}

TYPED_TEST(BoxKernels, Residual) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), f = c.rhs();
    const auto f_field = box_field<TypeParam>(f, c), r = box_garbage<TypeParam>(c);
    put_nan_outside(f_field);
    const auto before = contents(r);
    BoxOperator<TypeParam>::residual(box_grid<TypeParam>(c), box_field<TypeParam>(u, c), f_field,
                                     r);
    EXPECT_TRUE(matches(r, oracle::box_residual(c.box, u, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(r, before));
  }
}

/// The part's share of the sum of all numbers.
double share(const oracle::Array& x, const Partition& p) {
  double sum = 0.0;
  for (int j = p.first_j; j < p.first_j + p.ny; ++j)
    for (int i = p.first_i; i < p.first_i + p.nx; ++i)
      for (int k = 0; k < x.nz; ++k) sum += x(j, i, k);
  return sum;
}
oracle::Array product(oracle::Array x, const oracle::Array& y) {
  for (std::size_t n = 0; n < x.values.size(); ++n) x.values[n] *= y.values[n];
  return x;
}

TYPED_TEST(BoxKernels, NormAndSumsAreThisRanksShare) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), f = c.rhs(), r = oracle::box_residual(c.box, u, f);
    const oracle::Array volumes = oracle::box_volumes(c.box);
    const auto grid = box_grid<TypeParam>(c);
    const auto u_field = box_field<TypeParam>(u, c), f_field = box_field<TypeParam>(f, c);
    put_nan_outside(f_field);
    const double norm = share(product(r, r), c.part);
    EXPECT_NEAR(BoxOperator<TypeParam>::residual_norm_squared(grid, u_field, f_field), norm,
                20 * this->tolerance * (norm + share(product(f, f), c.part)));
    put_nan_outside(u_field);
    oracle::Array sizes = u;
    for (double& x : sizes.values) x = std::abs(x);
    EXPECT_NEAR(BoxMeans<TypeParam>::sum(grid, u_field).first, share(u, c.part),
                this->tolerance * share(sizes, c.part));
    EXPECT_NEAR(BoxMeans<TypeParam>::integral(grid, u_field).first,
                share(product(u, volumes), c.part),
                this->tolerance * share(product(sizes, volumes), c.part));
    EXPECT_NEAR(BoxMeans<TypeParam>::sum(grid, u_field).second, share(product(u, u), c.part),
                20 * this->tolerance * share(product(u, u), c.part));
    EXPECT_NEAR(BoxMeans<TypeParam>::integral(grid, u_field).second,
                share(product(product(u, u), volumes), c.part),
                20 * this->tolerance * share(product(product(u, u), volumes), c.part));
  }
}

TYPED_TEST(BoxKernels, SubtractANumberFromValuesOrFromIntegrals) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), volumes = oracle::box_volumes(c.box);
    oracle::Array ones = u;
    std::ranges::fill(ones.values, 1.0);
    const auto field = box_field<TypeParam>(u, c);
    const auto before = contents(field);
    BoxMeans<TypeParam>::subtract(box_grid<TypeParam>(c), 0.75, field);
    EXPECT_TRUE(matches(field, oracle::sum(u, -0.75, ones), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(field, before));
    const auto integrated = box_field<TypeParam>(u, c);
    BoxMeans<TypeParam>::subtract_integrated(box_grid<TypeParam>(c), 8.0, integrated);
    EXPECT_TRUE(matches(integrated, oracle::sum(u, -8.0, volumes), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(integrated, before));
  }
}

/// Some columns of a grid are a grid whose halo are those beside them.
TYPED_TEST(BoxKernels, PartsOfAGridAreThoseOfTheWhole) {
  for (const BoxCase& c : box_cases()) {
    if (c.part.ny < 4) continue;
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1);
    const auto grid = box_grid<TypeParam>(c);
    const auto u_field = box_field<TypeParam>(u, c), v = box_garbage<TypeParam>(c);
    const int cut = c.part.ny / 2 - 1, west = std::min(c.part.nx, 32);
    for (const auto& [j, ny] :
         {std::pair(0, cut), std::pair(cut, 1), std::pair(cut + 1, c.part.ny - cut - 1)})
      for (const auto& [i, nx] : {std::pair(0, west), std::pair(west, c.part.nx - west)})
        if (nx > 0)
          BoxOperator<TypeParam>::apply(grid.part(i, j, nx, ny), u_field.part(i, j, nx, ny),
                                        v.part(i, j, nx, ny));
    EXPECT_TRUE(matches(v, oracle::box_apply(c.box, u), c.part, this->tolerance));
  }
}

} // namespace
} // namespace isobar
