// Column solve and line relaxation as kernels, against the oracle.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>

namespace isobar {
namespace {

template <class P> struct SmootherKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  using Grid = GridOf<P>;

  /// A right-hand side of the size of A u.
  static oracle::Array rhs(const oracle::Matrix& m) {
    return oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
  }
};
TYPED_TEST_SUITE(SmootherKernels, Precisions, PrecisionNames);

TYPED_TEST(SmootherKernels, Smooth) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const Field<S, L> u_field = field_of<S, L>(u, c.part), out = garbage_field<S, L>(c.part, c.nz);
    const auto u_before = contents(u_field), before = contents(out);
    Smoother<TypeParam>::smooth(typename TestFixture::Grid(c.spec(), c.part), 1.4, u_field,
                                field_of<S, L>(f, c.part), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_EQ(contents(u_field), u_before);
  }
}

TYPED_TEST(SmootherKernels, SmoothWithTheNormOfTheResidualBefore) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    const double found =
        Smoother<TypeParam>::smooth_norm(typename TestFixture::Grid(c.spec(), c.part), 1.4,
                                         field_of<S, L>(u, c.part), field_of<S, L>(f, c.part), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, kernel_tolerance<TypeParam>()));
    EXPECT_TRUE(only_owned_written(out, before));
    const oracle::Array mine = owned(field_of<double>(oracle::residual(m, u, f), c.part));
    const double square = oracle::dot(mine, mine);
    EXPECT_NEAR(found, square, 2.0 * kernel_tolerance<TypeParam>() * square);
  }
}

// DomainSides::mirror changes nothing any more. Halo cells of other ranks are not smoothed here, so the images of
// theirs are there before.
TYPED_TEST(SmootherKernels, SmoothMirroredLeavesMirrorImages) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const auto out = garbage_field<S, L>(c.part, c.nz), twice = garbage_field<S, L>(c.part, c.nz);
    mirror_sides(grid, out);
    Smoother<TypeParam>::smooth_mirrored(grid, 1.4, field_of<S, L>(u, c.part),
                                         field_of<S, L>(f, c.part), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, kernel_tolerance<TypeParam>()));
    Kokkos::deep_copy(twice.flat(), out.flat());
    mirror_sides(grid, twice);
    const auto found = contents(out);
    EXPECT_EQ(found, contents(twice));
    for (std::size_t n = 0; n < found.size(); ++n)
      if (cell_of(out.shape(), Int64(n)).padding) {
        ASSERT_EQ(found[n], S(garbage));
      }
  }
}

// The ratio of a level's own weight to its coupling is some 500. Float cannot hold how a chunk's
// homogeneous solution grows over 16 such levels, so one lane has to walk the column.
TYPED_TEST(SmootherKernels, LevelsThatBarelyCouple) {
  using S = typename TestFixture::S;
  using A = typename TypeParam::arithmetic;
  const GridCase c{
      Domain::panel, LayerSpacing::uniform, Partition::whole(40, 5), 128, {0.01, 1e-7, 0.1}};
  const oracle::Matrix m = c.matrix();
  const oracle::Array f = this->rhs(m), z = oracle::solve_columns(m, f);
  const typename TestFixture::Grid grid(c.spec(), c.part);
  EXPECT_EQ(grid.plan().march().chunks > 0,
            TypeParam::walk == Walk::march && sizeof(A) == sizeof(double));
  const auto out = garbage_field<S, TestFixture::L>(c.part, c.nz);
  Smoother<TypeParam>::solve_columns(grid, field_of<S, TestFixture::L>(f, c.part), out);
  EXPECT_TRUE(matches(out, z, c.part, kernel_tolerance<TypeParam>()));
}

TYPED_TEST(SmootherKernels, OneColourInPlace) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : two_point_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const Field<S, L> f_field = field_of<S, L>(f, c.part);
    for (const Colour colour : {Colour::red, Colour::black}) {
      const Field<S, L> u_field = field_of<S, L>(u, c.part);
      const auto before = contents(u_field);
      Smoother<TypeParam>::smooth_colour(grid, 1.1, colour, u_field, f_field);
      EXPECT_TRUE(matches(u_field, oracle::smooth_colour(m, 1.1, int(colour), u, f), c.part,
                          kernel_tolerance<TypeParam>()));
      EXPECT_TRUE(only_owned_written(u_field, before));
    }
  }
}

TYPED_TEST(SmootherKernels, SmoothFromZeroAndSolveColumns) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : any_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array f = this->rhs(m), z = oracle::solve_columns(m, f);
    const oracle::Array zero(m.nx, m.ny, m.nz);
    const typename TestFixture::Grid grid(c.spec(), c.part);
    const Field<S, L> f_field = field_of<S, L>(f, c.part), out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    Smoother<TypeParam>::smooth_from_zero(grid, 0.6, f_field, out);
    // 257 layers of random coefficients leave float 1.06 times the tolerance.
    const double tolerance = 2 * kernel_tolerance<TypeParam>();
    EXPECT_TRUE(matches(out, oracle::sum(zero, 0.6, z), c.part, tolerance));
    Smoother<TypeParam>::solve_columns(grid, f_field, out);
    EXPECT_TRUE(matches(out, z, c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

} // namespace
} // namespace isobar
