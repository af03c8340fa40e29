// The general operator against the oracle, with convection and with coefficients that are a number
// a cell.
#include "support_general.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>

namespace isobar {
namespace {

template <class P> struct GeneralOperatorKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
};
TYPED_TEST_SUITE(GeneralOperatorKernels, Precisions, PrecisionNames);

/// Products of the owned cells of two global arrays, as far as they are a rank's.
double product(const oracle::Array& x, const oracle::Array& y, const Partition& p) {
  return oracle::dot(owned(field_of<double>(x, p)), owned(field_of<double>(y, p)));
}

TYPED_TEST(GeneralOperatorKernels, ApplyIsTheMatrix) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GeneralCase& c : general_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const oracle::General g = c.oracle();
    const oracle::Array u = oracle::random(g.matrix.nx, g.matrix.ny, g.matrix.nz, 1);
    const Field<S, L> in = field_of<S, L>(u, c.part), out = garbage_field<S, L>(c.part, c.nz);
    const auto in_before = contents(in), out_before = contents(out);
    c.template make<TypeParam>().apply(in, out);
    EXPECT_TRUE(matches(out, oracle::apply(g, u), c.part, 2.0 * kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, out_before));
    EXPECT_EQ(contents(in), in_before);
  }
}

TYPED_TEST(GeneralOperatorKernels, ApplyWithItsSums) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GeneralCase& c : general_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const oracle::General g = c.oracle();
    const oracle::Array u = oracle::random(g.matrix.nx, g.matrix.ny, g.matrix.nz, 1);
    const oracle::Array w = oracle::random(g.matrix.nx, g.matrix.ny, g.matrix.nz, 2);
    const oracle::Array v = oracle::apply(g, u);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    const Sums sums = c.template make<TypeParam>().apply_sums(field_of<S, L>(u, c.part),
                                                              field_of<S, L>(w, c.part), out);
    const double tolerance = 2.0 * kernel_tolerance<TypeParam>(), square = product(v, v, c.part);
    EXPECT_TRUE(matches(out, v, c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_NEAR(sums.second, square, 2.0 * tolerance * square);
    EXPECT_NEAR(sums.first, product(v, w, c.part),
                2.0 * tolerance * std::sqrt(square * product(w, w, c.part)));
  }
}

TYPED_TEST(GeneralOperatorKernels, ResidualWithItsNorm) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GeneralCase& c : general_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const oracle::General g = c.oracle();
    const int nx = g.matrix.nx, ny = g.matrix.ny;
    const oracle::Array u = oracle::random(nx, ny, c.nz, 1);
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(g, oracle::random(nx, ny, c.nz, 2)));
    const oracle::Array r = oracle::residual(g, u, f);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz), in = field_of<S, L>(u, c.part);
    const auto before = contents(out);
    const GeneralOperator<TypeParam> a = c.template make<TypeParam>();
    const double square = a.residual(in, field_of<S, L>(f, c.part), out);
    EXPECT_TRUE(matches(out, r, c.part, 4.0 * kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_NEAR(square, product(r, r, c.part),
                8.0 * kernel_tolerance<TypeParam>() * product(r, r, c.part));
    const Field<S, L> in_place = field_of<S, L>(f, c.part);
    EXPECT_EQ(a.residual(in, in_place, in_place), square);
    EXPECT_EQ(owned(in_place).values, owned(out).values);
  }
}

// Without convection, and with coefficients that are all 1, it is the operator of the papers.
TYPED_TEST(GeneralOperatorKernels, SpecialCasesAreThePapersOperator) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  const GridCase c{Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 7};
  const Field<S, L> u = field_of<S, L>(oracle::random(17, 9, 7, 1), c.part);
  const Field<S, L> expected = garbage_field<S, L>(c.part, 7);
  Operator<TypeParam>::apply(GridOf<TypeParam>(c.spec(), c.part), u, expected);
  const oracle::Array ones = oracle::array_of(17, 9, 7, [](int, int, int) { return 1.0; });
  const GridSetup setup{c.spec(), c.part, {}};
  for (const GeneralOperator<TypeParam>& a :
       {GeneralOperator<TypeParam>(setup),
        GeneralOperator<TypeParam>(setup, fields_of<TypeParam>({ones, ones, ones}, c.part))}) {
    const Field<S, L> v = garbage_field<S, L>(c.part, 7);
    a.apply(u, v);
    EXPECT_TRUE(matches(v, owned(expected), c.part, kernel_tolerance<TypeParam>()));
  }
}

TYPED_TEST(GeneralOperatorKernels, AnUpdateIsAsGoodAsANewOperator) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  GeneralCase before{{Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 7}, true, true};
  GeneralCase after = before;
  after.physics = {0.03, 0.02, 0.2};
  for (const bool coefficients : {false, true}) {
    before.coefficients = after.coefficients = coefficients;
    GeneralOperator<TypeParam> updated = before.template make<TypeParam>();
    updated.update(after.spec());
    const Field<S, L> u = field_of<S, L>(oracle::random(17, 9, 7, 1), before.part);
    const Field<S, L> v = garbage_field<S, L>(before.part, 7),
                      w = garbage_field<S, L>(before.part, 7);
    updated.apply(u, v);
    after.template make<TypeParam>().apply(u, w);
    EXPECT_EQ(contents(v), contents(w));
  }
}

/// With the vertex flux and coefficients a cell the matrix is symmetric and positive definite, also beside closed sides.
TEST(GeneralOracle, VerticesWithCoefficientsACellAreSymmetricAndDefinite) {
  for (const Boundary side : {Boundary::dirichlet, Boundary::neumann}) {
    GeneralCase c{{Domain::panel, LayerSpacing::graded, Partition::whole(5, 4), 3}, false, true};
    c.flux = Flux::vertex;
    c.boundaries = {side, side, side, side};
    std::vector<std::vector<double>> a = oracle::dense(c.oracle());
    const std::size_t n = a.size();
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_NEAR(a[i][j], a[j][i], 1e-14 * std::sqrt(a[i][i] * a[j][j]));
    for (std::size_t k = 0; k < n; ++k) { // pivots of Gaussian elimination
      ASSERT_GT(a[k][k], 0.0);
      for (std::size_t i = k + 1; i < n; ++i)
        for (std::size_t j = n; j-- > k;) a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
  }
}

// Not a test of the kernels but of the tests: one wrong number of xi or of a coefficient is seen.
TEST(GeneralOracle, PlantedWrongNumbersAreSeen) {
  const GeneralCase c{
      {Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 7}, true, true};
  const oracle::Array u = oracle::random(17, 9, 7, 1);
  const oracle::General right = c.oracle();
  const Field<double> v = garbage_field<double>(c.part, 7);
  c.make<InDouble>().apply(field_of<double>(u, c.part), v);
  EXPECT_TRUE(matches(v, oracle::apply(right, u), c.part, 1e-12));
  for (oracle::Array oracle::Vectors::*component :
       {&oracle::Vectors::x, &oracle::Vectors::y, &oracle::Vectors::z}) {
    oracle::General wrong = right;
    ((*wrong.xi).*component)(4, 7, 3) *= 1.001;
    EXPECT_FALSE(matches(v, oracle::apply(wrong, u), c.part, 1e-10));
  }
  for (oracle::Array oracle::Coefficients::*field :
       {&oracle::Coefficients::alpha_h, &oracle::Coefficients::alpha_v,
        &oracle::Coefficients::beta}) {
    oracle::General wrong = right;
    ((*wrong.coefficients).*field)(4, 7, 3) *= 1.001;
    EXPECT_FALSE(matches(v, oracle::apply(wrong, u), c.part, 1e-10));
  }
}

} // namespace
} // namespace isobar
