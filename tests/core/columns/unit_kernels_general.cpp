// Kernels on periodic domains, and what stands in for the layers below the ground and above the top.
#include "support_fields.hpp"

#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

namespace isobar {
namespace {

constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann,
                   around = Boundary::periodic;

/// The halo beyond a periodic side is filled as an exchange does it.
std::vector<GridCase> periodic_cases() {
  const auto panel = Domain::panel, flat = Domain::flat;
  const auto graded = LayerSpacing::graded, uniform = LayerSpacing::uniform;
  const Boundaries x{around, around, open, closed, open, closed},
      y{closed, open, around, around, closed, open}, both{around, around, around, around};
  std::vector<GridCase> cases = {{flat, uniform, Partition::whole(8, 4), 4, test_physics, both},
                                 {flat, graded, Partition::whole(34, 6), 5, test_physics, x, 1},
                                 {flat, uniform, Partition::whole(12, 6), 3, test_physics, y, 4},
                                 {panel, graded, Partition::whole(20, 8), 6, test_physics, both, 6},
                                 {flat, graded, {40, 24, 0, 10, 34, 4}, 3, test_physics, x, 2},
                                 {flat, graded, {40, 24, 8, 20, 18, 4}, 6, test_physics, both, 3}};
  for (GridCase& c : cases) c.part.periodic = c.boundaries.periodic();
  return cases;
}

template <class P> struct GeneralKernels : testing::Test {
  using S = typename P::storage;
  static constexpr Layout L = P::layout;
  static constexpr double tolerance = kernel_tolerance<P>();

  static Field<S, L> around_of(const oracle::Array& u, const GridCase& c) {
    return field_of<S, L>(u, c.part, Beyond::garbage, c.boundaries);
  }
};
TYPED_TEST_SUITE(GeneralKernels, Precisions, PrecisionNames);

TYPED_TEST(GeneralKernels, ColumnsCoupleToThoseBeyondAPeriodicSide) {
  for (const GridCase& c : periodic_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const GridOf<TypeParam> grid(c.spec(), c.part);
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1);
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const auto in = this->around_of(u, c), rhs = this->around_of(f, c);
    const auto out = garbage_field<typename TestFixture::S, TestFixture::L>(c.part, c.nz);
    Operator<TypeParam>::apply(grid, in, out);
    EXPECT_TRUE(matches(out, oracle::apply(m, u), c.part, this->tolerance));
    Smoother<TypeParam>::smooth(grid, 1.4, in, rhs, out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 1.4, u, f), c.part, this->tolerance));
  }
}

TYPED_TEST(GeneralKernels, NothingIsMirroredBeyondAPeriodicSide) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : periodic_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = oracle::random(c.part.global_nx, c.part.global_ny, c.nz, 1);
    const auto field = this->around_of(u, c);
    mirror_sides(GridOf<TypeParam>(c.spec(), c.part), field);
    EXPECT_EQ(contents(field), contents(field_of<S, L>(u, c.part, Beyond::mirror, c.boundaries)));
  }
}

TYPED_TEST(GeneralKernels, ProlongationReadsTheColumnsBeyondAPeriodicSide) {
  using S = typename TestFixture::S;
  constexpr Layout L = TestFixture::L;
  for (const GridCase& c : periodic_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const Partition coarse = c.part.coarsened();
    const oracle::Array e = oracle::random(coarse.global_nx, coarse.global_ny, c.nz, 1);
    const oracle::Array f =
        oracle::rounded_to_float(oracle::apply(m, oracle::random(m.nx, m.ny, m.nz, 2)));
    const oracle::Array corrected = oracle::prolongate(e, m.nx, m.ny, c.boundaries);
    const auto out = garbage_field<S, L>(c.part, c.nz);
    Transfer<TypeParam>::interpolate_smooth(
        GridOf<TypeParam>(c.spec(), c.part), 0.8, this->around_of(f, c),
        field_of<S, L>(e, coarse, Beyond::mirror, c.boundaries), out);
    EXPECT_TRUE(matches(out, oracle::smooth(m, 0.8, corrected, f), c.part, this->tolerance));
  }
}

} // namespace
} // namespace isobar
