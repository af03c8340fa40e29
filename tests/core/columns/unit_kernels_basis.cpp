// The kernels of methods that keep a basis, line by line.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/basis_kernels.hpp>

#include <vector>

namespace isobar::basis_kernels_test {
namespace {

template <class P> struct BasisVectors : testing::Test {
  static oracle::Array numbers(const GridCase& c, int seed) {
    return oracle::random(c.part.global_nx, c.part.global_ny, c.nz, seed);
  }
  static FieldOf<P> field(const GridCase& c, const oracle::Array& x) {
    return field_of<typename P::storage, P::layout>(x, c.part);
  }
  /// This rank's share.
  static double product(const GridCase& c, const oracle::Array& x, const oracle::Array& y) {
    return oracle::dot(owned(field_of<double>(x, c.part)), owned(field_of<double>(y, c.part)));
  }
};
TYPED_TEST_SUITE(BasisVectors, Precisions, PrecisionNames);

// All numbers of vectors from none to more than two passes.
TYPED_TEST(BasisVectors, ProductsAndCombinations) {
  using Kernels = BasisKernels<TypeParam>;
  for (const GridCase& c : any_cases<TypeParam>())
    for (const int count : {0, 1, 3, 4, 9}) {
      SCOPED_TRACE(c.name());
      const GridOf<TypeParam> grid(c.spec(), c.part);
      const auto v = this->numbers(c, 1);
      const auto in = this->field(c, v), out = this->field(c, this->numbers(c, 2));
      std::vector<FieldOf<TypeParam>> basis;
      std::vector<double> factors, found(std::size_t(count), 0.0);
      oracle::Array expected = v;
      for (int n = 0; n < count; ++n) {
        const auto w = this->numbers(c, 3 + n);
        basis.push_back(this->field(c, w));
        factors.push_back(0.25 * (n + 1));
        expected = oracle::sum(expected, -factors.back(), w);
      }
      Kernels::products(grid, in, basis, found);
      for (int n = 0; n < count; ++n)
        EXPECT_NEAR(found[std::size_t(n)], this->product(c, v, this->numbers(c, 3 + n)),
                    4.0 * kernel_tolerance<TypeParam>() * c.part.nx * c.part.ny * c.nz);
      const auto before = contents(out), in_before = contents(in);
      oracle::Array scaled = expected;
      for (double& x : scaled.values) x *= 0.5;
      Kernels::combine(grid, 0.5, in, factors, basis, out);
      EXPECT_TRUE(matches(out, scaled, c.part, 8.0 * kernel_tolerance<TypeParam>()));
      EXPECT_TRUE(only_owned_written(out, before));
      Kernels::combine(grid, 0.5, in, factors, basis, in);
      EXPECT_TRUE(matches(in, scaled, c.part, 8.0 * kernel_tolerance<TypeParam>()));
      EXPECT_TRUE(only_owned_written(in, in_before));
    }
}

} // namespace
} // namespace isobar::basis_kernels_test
