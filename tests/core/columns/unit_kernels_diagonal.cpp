// The diagonal of the operators against what they make of 1 in cells too far apart to see each other.
#include "support_general.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>

namespace isobar {
namespace {

template <class P> struct DiagonalKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
};
TYPED_TEST_SUITE(DiagonalKernels, Precisions, PrecisionNames);

/// Every third cell along each axis, from another one on for each number.
bool chosen(int number, int j, int i, int k) {
  return (i + number) % 3 == 0 && (j + number / 3) % 3 == 0 && (k + number / 9) % 3 == 0;
}

/// d against apply(u, v) for those cells. No side is periodic.
template <class P, class Apply>
void expect_diagonal(const FieldOf<P>& d, const Partition& p, int number, const Apply& apply) {
  using S = typename P::storage;
  const int nz = d.shape().nz;
  const oracle::Array units =
      oracle::array_of(p.global_nx, p.global_ny, nz,
                       [&](int j, int i, int k) { return chosen(number, j, i, k) ? 1.0 : 0.0; });
  const auto v = garbage_field<S, P::layout>(p, nz);
  apply(field_of<S, P::layout>(units, p), v);
  const oracle::Array image = owned(v), diagonal = owned(d);
  const double tolerance = kernel_tolerance<P>();
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      for (int k = 0; k < nz; ++k)
        if (chosen(number, p.first_j + j, p.first_i + i, k))
          ASSERT_NEAR(diagonal(j, i, k), image(j, i, k), tolerance * std::abs(image(j, i, k)))
              << j << ", " << i << ", " << k;
}

TYPED_TEST(DiagonalKernels, OfTheFactorisedMatrix) {
  int number = 0;
  for (const GridCase& c : any_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const GridOf<TypeParam> grid(c.spec(), c.part);
    const auto d = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
    const auto before = contents(d);
    Operator<TypeParam>::diagonal(grid, d);
    EXPECT_TRUE(only_owned_written(d, before));
    expect_diagonal<TypeParam>(d, c.part, number++, [&](const auto& u, const auto& v) {
      Operator<TypeParam>::apply(grid, u, v);
    });
  }
}

TYPED_TEST(DiagonalKernels, OfTheGeneralOperator) {
  int number = 0;
  for (const GeneralCase& c : general_cases<TypeParam>()) {
    SCOPED_TRACE(c.name());
    const GeneralOperator<TypeParam> a = c.template make<TypeParam>();
    const auto d = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
    const auto before = contents(d);
    a.diagonal(d);
    EXPECT_TRUE(only_owned_written(d, before));
    expect_diagonal<TypeParam>(d, c.part, number++,
                               [&](const auto& u, const auto& v) { a.apply(u, v); });
  }
}

TYPED_TEST(DiagonalKernels, OverAGround) {
  GridCase c{Domain::panel, LayerSpacing::graded, Partition::whole(17, 9), 5};
  c.flux = Flux::vertex;
  GridSpec spec = c.spec();
  ColumnFields fields;
  fields.ground = [](int i, int j) { return 0.3 + 0.25 * std::sin(1.3 * i + 0.7 * j); };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  const GeneralOperator<TypeParam> a({spec, c.part, {}});
  const auto d = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
  a.diagonal(d);
  for (int number = 0; number < 27; ++number)
    expect_diagonal<TypeParam>(d, c.part, number,
                               [&](const auto& u, const auto& v) { a.apply(u, v); });
}

} // namespace
} // namespace isobar
