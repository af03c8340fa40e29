// The matrix-free operator against the oracle.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>

#include <cmath>

namespace isobar {
namespace {

template <class P> struct OperatorKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  using Grid = GridOf<P>;
};
TYPED_TEST_SUITE(OperatorKernels, Precisions, PrecisionNames);

TYPED_TEST(OperatorKernels, ApplyIsTheMatrix) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const Field<S, L> in = field_of<S, L>(u, c.part), out = garbage_field<S, L>(c.part, c.nz);
    const auto in_before = contents(in), out_before = contents(out);
    Operator<TypeParam>::apply(typename TestFixture::Grid(c.spec(), c.part), in, out);
    EXPECT_TRUE(matches(out, oracle::apply(m, u), c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, out_before));
    EXPECT_EQ(contents(in), in_before);
  }
}

TYPED_TEST(OperatorKernels, ResidualAndItsNorm) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const oracle::Array expected = oracle::residual(m, u, f);
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const Field<S, L> u_field = field_of<S, L>(u, c.part), f_field = field_of<S, L>(f, c.part);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    Operator<TypeParam>::residual(grid, u_field, f_field, out);
    EXPECT_TRUE(matches(out, expected, c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
    const oracle::Array mine = owned(field_of<double>(expected, c.part));
    const double square = oracle::dot(mine, mine);
    EXPECT_NEAR(Operator<TypeParam>::residual_norm_squared(grid, u_field, f_field), square,
                2.0 * kernel_tolerance<TypeParam>() * square);
  }
}

/// The share of couplings to columns that meet in a corner, which have both signs, and of the diagonal that belongs to them.
void add_corner_magnitudes(const oracle::Matrix& m, const oracle::Array& u, oracle::Array& all) {
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k) {
        const oracle::Column& c = m.column(j, i);
        double sum = c.corners() * std::abs(u(j, i, k));
        const auto add = [&](double alpha, int row, int column) {
          if (u.inside(row, column)) sum += std::abs(alpha * u(row, column, k));
        };
        add(c.south_west, j - 1, i - 1);
        add(c.south_east, j - 1, i + 1);
        add(c.north_west, j + 1, i - 1);
        add(c.north_east, j + 1, i + 1);
        all(j, i, k) -= m.d[k] * sum; // d is negative
      }
}

/// |A| |u| + |f|: A's other off-diagonal entries are all negative, so numbers that alternate in sign from
/// cell to cell add up.
oracle::Array magnitudes(const oracle::Matrix& m, oracle::Array u, const oracle::Array& f) {
  const oracle::Array given = u;
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k)
        u(j, i, k) = ((i + j + k) % 2 == 0 ? 1 : -1) * std::abs(u(j, i, k));
  oracle::Matrix cross = m;
  for (oracle::Column& c : cross.columns)
    c.south_west = c.south_east = c.north_west = c.north_east = 0.0;
  oracle::Array all = oracle::apply(cross, u);
  for (std::size_t n = 0; n < all.values.size(); ++n)
    all.values[n] = std::abs(all.values[n]) + std::abs(f.values[n]);
  add_corner_magnitudes(m, given, all);
  return all;
}

TYPED_TEST(OperatorKernels, MagnitudeTakesEveryEntryWithoutItsSign) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1); // of both signs
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const oracle::Array mine = owned(field_of<double>(magnitudes(m, u, f), c.part));
    const double square = oracle::dot(mine, mine);
    EXPECT_NEAR(Operator<TypeParam>::magnitude_squared(typename TestFixture::Grid(c.spec(), c.part),
                                                       field_of<S, L>(u, c.part),
                                                       field_of<S, L>(f, c.part)),
                square, 2.0 * kernel_tolerance<TypeParam>() * square);
  }
}

// Not a test of the kernel but of the tests: one wrong coefficient is seen.
TEST(OperatorOracle, PlantedWrongCoefficientIsSeen) {
  // More levels than a GPU's launch carries along: it reads the wrong one from memory.
  const GridCase c{Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 130};
  const oracle::Matrix m = c.matrix();
  const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), right = oracle::apply(m, u);
  const auto grid = with_wrong_coefficient<InDouble>(c);
  const Field<double> out = garbage_field<double>(c.part, c.nz);
  Operator<InDouble>::apply(grid, field_of<double>(u, c.part), out);
  EXPECT_FALSE(matches(out, right, c.part, 1e-6));
}

} // namespace
} // namespace isobar
