// The two fused kernels of CG against the oracle's line-by-line ones.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/cg_kernels.hpp>

#include <cmath>

namespace isobar {
namespace {

template <class P> struct CgKernelsTest : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  using Grid = GridOf<P>;
  static constexpr double tolerance = kernel_tolerance<P>();

  /// Vectors of the sizes they have in a solve: r and q like A u.
  static oracle::Cg vectors(const oracle::Matrix& m) {
    const auto random = [&](int seed) { return oracle::random(m.nx, m.ny, m.nz, seed); };
    const auto image = [&](int seed) {
      return oracle::rounded_to_float(oracle::apply(m, random(seed)));
    };
    return {random(1), image(2), random(3), random(4), image(5)};
  }
  /// Scalars on the device, in the midst of a solve.
  static CgScalars scalars(double alpha, double beta) {
    CgScalars s;
    s.begin({0.0}, alpha, beta);
    return s;
  }
  /// This rank's share of <x, y>, and of <|x|, |y|>: to what rounding is relative.
  static double share(const oracle::Array& x, const oracle::Array& y, const Partition& p) {
    return oracle::dot(owned(field_of<double>(x, p)), owned(field_of<double>(y, p)));
  }
  static double size(oracle::Array x, oracle::Array y, const Partition& p) {
    for (double& value : x.values) value = std::abs(value);
    for (double& value : y.values) value = std::abs(value);
    return share(x, y, p);
  }
};
TYPED_TEST_SUITE(CgKernelsTest, Precisions, PrecisionNames);

TYPED_TEST(CgKernelsTest, Tridiag) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    oracle::Cg right = this->vectors(m);
    const Field<S, L> q = field_of<S, L>(right.q, c.part), r = field_of<S, L>(right.r, c.part);
    const Field<S, L> z = garbage_field<S, L>(c.part, c.nz);
    const auto q_before = contents(q), r_before = contents(r), z_before = contents(z);
    const CgScalars scalars = this->scalars(0.375, 0.0);
    CgKernels<TypeParam>::tridiag(typename TestFixture::Grid(c.spec(), c.part), scalars, q, r, z);
    const Sums sums = scalars.to_host().sums;
    right.tridiag(m, 0.375);
    EXPECT_TRUE(matches(r, right.r, c.part, this->tolerance));
    // r's rounding grows in the solve: 1.07 times the tolerance was seen on a GPU.
    EXPECT_TRUE(matches(z, right.z, c.part, 2 * this->tolerance));
    const double rr = this->share(right.r, right.r, c.part);
    EXPECT_NEAR(sums.first, rr, 2 * this->tolerance * rr);
    EXPECT_NEAR(sums.second, this->share(right.r, right.z, c.part),
                2 * this->tolerance * this->size(right.r, right.z, c.part));
    EXPECT_TRUE(only_owned_written(r, r_before));
    EXPECT_TRUE(only_owned_written(z, z_before));
    EXPECT_EQ(contents(q), q_before);
  }
}

TYPED_TEST(CgKernelsTest, Spmv) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    oracle::Cg right = this->vectors(m);
    const Field<S, L> z = field_of<S, L>(right.z, c.part), u = field_of<S, L>(right.u, c.part);
    const Field<S, L> p = field_of<S, L>(right.p, c.part), q = field_of<S, L>(right.q, c.part);
    const auto z_before = contents(z), u_before = contents(u);
    const auto p_before = contents(p), q_before = contents(q);
    const CgScalars scalars = this->scalars(0.75, 0.4375);
    CgKernels<TypeParam>::spmv(typename TestFixture::Grid(c.spec(), c.part), scalars, z, u, p, q);
    const Sums sums = scalars.to_host().sums;
    right.spmv(m, 0.75, 0.4375);
    EXPECT_TRUE(matches(u, right.u, c.part, this->tolerance));
    EXPECT_TRUE(matches(p, right.p, c.part, this->tolerance));
    EXPECT_TRUE(matches(q, right.q, c.part, this->tolerance));
    EXPECT_NEAR(sums.first, this->share(right.p, right.q, c.part),
                2 * this->tolerance * this->size(right.p, right.q, c.part));
    EXPECT_TRUE(only_owned_written(u, u_before));
    EXPECT_TRUE(only_owned_written(p, p_before));
    EXPECT_TRUE(only_owned_written(q, q_before));
    EXPECT_EQ(contents(z), z_before);
  }
}

TYPED_TEST(CgKernelsTest, NothingIsWrittenOnceItIsOver) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const CgScalars scalars = this->scalars(0.75, 0.4375);
    scalars.host().finished = true;
    const Field<S, L> u = garbage_field<S, L>(c.part, c.nz), p = garbage_field<S, L>(c.part, c.nz);
    const Field<S, L> q = garbage_field<S, L>(c.part, c.nz), z = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(u);
    for (const bool spmv : {true, false}) {
      scalars.host().sums = {1.0, 1.0};
      scalars.to_device();
      if (spmv) CgKernels<TypeParam>::spmv(grid, scalars, z, u, p, q);
      else CgKernels<TypeParam>::tridiag(grid, scalars, q, u, z);
      EXPECT_EQ(scalars.to_host().sums.first, 0.0);
      EXPECT_EQ(scalars.to_host().sums.second, 0.0);
      for (const Field<S, L>* field : {&u, &p, &q, &z}) EXPECT_EQ(contents(*field), before);
    }
  }
}

} // namespace
} // namespace isobar
