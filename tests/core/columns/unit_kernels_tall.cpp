// Kernels on columns of many layers, whose teams have several chunks of a column in a warp.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

/// Layers that couple about as strongly as those of other tests, however many there are.
GridCase tall(const Partition& part, int nz, Flux flux = Flux::two_point) {
  Physics physics = tall_physics;
  physics.lambda_squared *= (128.0 / nz) * (128.0 / nz);
  return {Domain::panel, LayerSpacing::uniform, part, nz, physics, {}, 0, flux};
}

/// A case for each shape of teams, filled to the top or not, some with a second tile; and columns too high
/// for any.
std::vector<GridCase> tall_cases() {
  std::vector<GridCase> cases;
  for (const int nz : {50, 64, 200, 208, 256, 300, 312, 320, 512, 700, 1024, 1030})
    cases.push_back(tall(Partition::whole(4, 2), nz));
  for (const int nz : {50, 200, 250, 300, 400}) cases.push_back(tall(Partition::whole(18, 4), nz));
  for (const int nz :
       {50, 200, 256, 300, 400}) // of which a GPU's team has scratch for the lower ones
    cases.push_back(tall(Partition::whole(18, 4), nz, Flux::vertex));
  return cases;
}

template <class P> struct TallColumns : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  static constexpr double tolerance = 2 * kernel_tolerance<P>();
  /// A right-hand side of the size of A u.
  static oracle::Array rhs(const oracle::Matrix& m) {
    return oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
  }
};
TYPED_TEST_SUITE(TallColumns, Precisions, PrecisionNames);

TYPED_TEST(TallColumns, MarchUpTo1024Layers) {
  for (const GridCase& c : tall_cases()) {
    const GridOf<TypeParam> grid(c.spec(), c.part);
    EXPECT_EQ(grid.plan().march().chunks > 0, TypeParam::walk == Walk::march && c.nz <= 1024)
        << c.name();
  }
}

TYPED_TEST(TallColumns, Smooth) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : tall_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    Smoother<TypeParam>::smooth(GridOf<TypeParam>(c.spec(), c.part), 1.4, field_of<S, L>(u, c.part),
                                field_of<S, L>(f, c.part), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(TallColumns, ProlongateSmooth) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : tall_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1), f = this->rhs(m);
    const oracle::Array coarse = oracle::random(m.nx / 2, m.ny / 2, m.nz, 3);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    Transfer<TypeParam>::prolongate_smooth(
        GridOf<TypeParam>(c.spec(), c.part), 0.8, field_of<S, L>(u, c.part),
        field_of<S, L>(f, c.part), field_of<S, L>(coarse, c.part.coarsened(), Beyond::mirror), out);
    const oracle::Array corrected = oracle::sum(u, 1.0, oracle::prolongate(coarse));
    EXPECT_TRUE(matches(out, oracle::smooth(m, 0.8, corrected, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(TallColumns, InterpolateSmooth) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : tall_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array f = this->rhs(m), coarse = oracle::random(m.nx / 2, m.ny / 2, m.nz, 3);
    const Field<S, L> out = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(out);
    Transfer<TypeParam>::interpolate_smooth(
        GridOf<TypeParam>(c.spec(), c.part), 0.8, field_of<S, L>(f, c.part),
        field_of<S, L>(coarse, c.part.coarsened(), Beyond::mirror), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 0.8, oracle::prolongate(coarse), f), c.part,
                        this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(TallColumns, CgTridiag) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : tall_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    oracle::Cg right{u, this->rhs(m), u, u, this->rhs(m)};
    const Field<S, L> q = field_of<S, L>(right.q, c.part), r = field_of<S, L>(right.r, c.part);
    const Field<S, L> z = garbage_field<S, L>(c.part, c.nz);
    const auto before = contents(z);
    CgScalars scalars;
    scalars.begin({0.0}, 0.375, 0.0);
    CgKernels<TypeParam>::tridiag(GridOf<TypeParam>(c.spec(), c.part), scalars, q, r, z);
    const Sums sums = scalars.to_host().sums;
    right.tridiag(m, 0.375);
    EXPECT_TRUE(matches(r, right.r, c.part, this->tolerance));
    EXPECT_TRUE(matches(z, right.z, c.part, this->tolerance));
    // Both are the sums of a whole domain, and r z is positive but for a few cells.
    EXPECT_NEAR(sums.first, oracle::dot(right.r, right.r), 1e-5 * sums.first);
    EXPECT_NEAR(sums.second, oracle::dot(right.r, right.z), 1e-5 * sums.second);
    EXPECT_TRUE(only_owned_written(z, before));
  }
}

} // namespace
} // namespace isobar
