// The matrix with the vertex flux against the derivative of its energy, vertex by vertex.
#include "support_problem.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

#include <stdexcept>

namespace isobar::vertex_test {
namespace {

GridSpec flat_around(Periodic p, int nz) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, nz};
  if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  return spec;
}

GridSpec on_panel(int nz) {
  GridSpec spec{Domain::panel, LayerSpacing::graded, test_physics, nz};
  spec.flux = Flux::vertex;
  return spec;
}

template <class P> struct VertexOperator : testing::Test {};
TYPED_TEST_SUITE(VertexOperator, Precisions, PrecisionNames);

TYPED_TEST(VertexOperator, OfTheGeneralEquationIsTheDerivativeOfTheEnergy) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  for (const GridCase& c : all_vertex_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Matrix m = c.matrix();
    const oracle::Array u = oracle::random(m.nx, m.ny, m.nz, 1),
                        f = oracle::random(m.nx, m.ny, m.nz, 2), v = oracle::apply(m, u);
    const GeneralOperator<TypeParam> a({c.spec(), c.part, {}});
    EXPECT_EQ(a.halo(), Halo::edges_and_corners);
    const Field<S, L> in = field_of<S, L>(u, c.part), out = garbage_field<S, L>(c.part, u.nz),
                      r = garbage_field<S, L>(c.part, u.nz);
    const auto before = contents(out);
    a.apply(in, out);
    const double tolerance = 2.0 * kernel_tolerance<TypeParam>();
    EXPECT_TRUE(matches(out, v, c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    const double norm = a.residual(in, field_of<S, L>(f, c.part), r);
    const oracle::Array residual = oracle::sum(f, -1.0, v);
    EXPECT_TRUE(matches(r, residual, c.part, tolerance));
    const oracle::Array own = owned(field_of<double>(residual, c.part));
    EXPECT_NEAR(norm, oracle::dot(own, own), 2.0 * tolerance * norm);
  }
}

/// Where cells are squares, the two fluxes are one.
TYPED_TEST(VertexOperator, IsThePapersOperatorWhereCellsAreOrthogonal) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  GridSpec spec = flat_around({true, true}, 5);
  spec.flux = Flux::vertex;
  const Problem problem(spec, 20, 20), papers(flat_around({true, true}, 5), 20, 20);
  const oracle::Array u = oracle::random(20, 20, 5, 1), v = oracle::apply(papers.matrix(), u);
  const GeneralOperator<TypeParam> a(problem.setup());
  const Field<S, L> out = garbage_field<S, L>(problem.part, 5);
  const Field<S, L> in = problem.field<S, L>(u);
  SelfCommunicator<S> self(problem.part.periodic);
  exchange(self, in, a.halo());
  a.apply(in, out);
  EXPECT_TRUE(matches(out, v, problem.part, 2.0 * kernel_tolerance<TypeParam>()));
}

TEST(VertexMetric, HasDeterminantOne) {
  const HorizontalGeometry g(Domain::panel, 12, 20);
  for (int j = 0; j <= 20; ++j)
    for (int i = 0; i <= 12; ++i) {
      const auto k = g.vertex(i, j);
      EXPECT_NEAR(k.aa * k.bb - k.ab * k.ab, 1.0, 1e-12);
      EXPECT_NEAR(k.ab, -g.vertex(12 - i, j).ab, 1e-12); // mirrored
    }
}

TEST(VertexFlux, IsRefusedWhereItCannotBe) {
  const HorizontalField one = [](int, int) { return 1.0; };
  GridSpec own = on_panel(4);
  own.columns = std::make_shared<const ColumnFields>(ColumnFields{
      {},
      {},
      {},
      std::make_shared<ColumnGeometryFields>(ColumnGeometryFields{one, one, one, one, one})});
  EXPECT_THROW(check(own), std::invalid_argument);
  GridLevel<double> level(on_panel(4), Partition::whole(8, 8));
  GridSpec other = on_panel(4);
  other.flux = Flux::two_point;
  EXPECT_THROW(level.update(other), std::invalid_argument);
}

} // namespace
} // namespace isobar::vertex_test
