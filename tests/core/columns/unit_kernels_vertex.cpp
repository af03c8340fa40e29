// The matrix with the vertex flux against the derivative of its energy, vertex by vertex.
#include "support_problem.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>

#include <array>
#include <cmath>
#include <stdexcept>

namespace isobar::vertex_test {
namespace {

using Point = std::array<double, 3>;
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// A node of the grid: column n of count, or a side beside it; columns are as wide as each other.
Point node(Domain domain, double i, double j, int nx, int ny) {
  const auto place = [](double n, int count) { return std::clamp((n + 0.5) / count, 0.0, 1.0); };
  if (domain == Domain::flat) return {(i + 0.5) / nx, (j + 0.5) / ny, 0.0};
  const double x = 2.0 * place(i, nx) - 1.0, y = 2.0 * place(j, ny) - 1.0;
  const double r = std::sqrt(1.0 + x * x + y * y);
  return {x / r, y / r, 1.0 / r};
}

/// alpha u: the derivative of the energies of all vertices; u is 0 on the sides, or goes around.
oracle::Array coupled(const GridSpec& spec, const oracle::Array& u) {
  const int nx = u.nx, ny = u.ny;
  const bool px = spec.boundaries.periodic_x(), py = spec.boundaries.periodic_y();
  oracle::Array g(nx, ny, u.nz);
  for (int j = py ? 1 : 0; j <= ny; ++j)
    for (int i = px ? 1 : 0; i <= nx; ++i) {
      const Point sw = node(spec.domain, i - 1, j - 1, nx, ny),
                  se = node(spec.domain, i, j - 1, nx, ny),
                  nw = node(spec.domain, i - 1, j, nx, ny), ne = node(spec.domain, i, j, nx, ny);
      Point a{}, b{};
      for (int n = 0; n < 3; ++n) {
        a[n] = 0.5 * (se[n] - sw[n] + ne[n] - nw[n]);
        b[n] = 0.5 * (nw[n] - sw[n] + ne[n] - se[n]);
      }
      const double area = std::sqrt(dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b));
      const double kaa = dot(b, b) / area, kbb = dot(a, a) / area, kab = -dot(a, b) / area;
      const auto inside = [&](int row, int column) {
        return (px || (column >= 0 && column < nx)) && (py || (row >= 0 && row < ny));
      };
      for (int k = 0; k < u.nz; ++k) {
        const auto value = [&](int row, int column) {
          return inside(row, column) ? u((row + ny) % ny, (column + nx) % nx, k) : 0.0;
        };
        const double s = value(j - 1, i) - value(j - 1, i - 1), n = value(j, i) - value(j, i - 1),
                     w = value(j, i - 1) - value(j - 1, i - 1), e = value(j, i) - value(j - 1, i);
        const double ds = 0.5 * kaa * s + 0.25 * kab * (w + e),
                     dn = 0.5 * kaa * n + 0.25 * kab * (w + e),
                     dw = 0.5 * kbb * w + 0.25 * kab * (s + n),
                     de = 0.5 * kbb * e + 0.25 * kab * (s + n);
        const auto add = [&](int row, int column, double x) {
          if (inside(row, column)) g((row + ny) % ny, (column + nx) % nx, k) += x;
        };
        add(j - 1, i - 1, -ds - dw);
        add(j - 1, i, ds - de);
        add(j, i - 1, dw - dn);
        add(j, i, dn + de);
      }
    }
  return g;
}

/// The oracle's matrix with these couplings in place of its own.
oracle::Array apply(const Problem& problem, const oracle::Array& u) {
  const oracle::Matrix m = problem.matrix();
  oracle::Matrix vertical = m;
  for (oracle::Column& c : vertical.columns) c.west = c.east = c.south = c.north = 0.0;
  oracle::Array v = oracle::apply(vertical, u);
  const oracle::Array g = coupled(problem.spec, u);
  for (int j = 0; j < m.ny; ++j)
    for (int i = 0; i < m.nx; ++i)
      for (int k = 0; k < m.nz; ++k) v(j, i, k) -= m.d[k] * g(j, i, k); // d is negative there
  return v;
}

GridSpec flat_around(Periodic p, int nz) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, nz};
  if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  return spec;
}

/// The whole domain, and some of it.
std::vector<Partition> parts_of(const Partition& whole) {
  Partition part = whole;
  part.first_i = 16, part.nx = whole.nx - 16, part.first_j = 4, part.ny = 7;
  return {whole, part};
}

template <class P> struct VertexOperator : testing::Test {};
TYPED_TEST_SUITE(VertexOperator, Precisions, PrecisionNames);

TYPED_TEST(VertexOperator, IsTheDerivativeOfTheEnergy) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  for (const Problem& problem :
       {Problem({Domain::panel, LayerSpacing::graded, test_physics, 9}, 37, 18),
        Problem({Domain::panel, LayerSpacing::graded, test_physics, 35}, 24, 16)}) {
    const oracle::Array u = oracle::random(problem.part.global_nx, problem.part.global_ny,
                                           problem.spec.nz, 1),
                        f = oracle::random(u.nx, u.ny, u.nz, 2), v = apply(problem, u);
    for (const Partition& part : parts_of(problem.part)) {
      const GeneralOperator<TypeParam> a({problem.spec, part, {}}, {}, Flux::vertex);
      EXPECT_EQ(a.halo(), Halo::edges_and_corners);
      const Field<S, L> in = field_of<S, L>(u, part), out = garbage_field<S, L>(part, u.nz),
                        r = garbage_field<S, L>(part, u.nz);
      const auto before = contents(out);
      a.apply(in, out);
      const double tolerance = 2.0 * kernel_tolerance<TypeParam>();
      EXPECT_TRUE(matches(out, v, part, tolerance));
      EXPECT_TRUE(only_owned_written(out, before));
      const double norm = a.residual(in, field_of<S, L>(f, part), r);
      const oracle::Array residual = oracle::sum(f, -1.0, v);
      EXPECT_TRUE(matches(r, residual, part, tolerance));
      const oracle::Array own = owned(field_of<double>(residual, part));
      EXPECT_NEAR(norm, oracle::dot(own, own), 2.0 * tolerance * norm);
    }
  }
}

/// Where cells are squares, the two fluxes are one.
TYPED_TEST(VertexOperator, IsThePapersOperatorWhereCellsAreOrthogonal) {
  using S = typename TypeParam::storage;
  constexpr Layout L = TypeParam::layout;
  const Problem problem(flat_around({true, true}, 5), 20, 20);
  const oracle::Array u = oracle::random(20, 20, 5, 1), v = oracle::apply(problem.matrix(), u);
  const GeneralOperator<TypeParam> a(problem.setup(), {}, Flux::vertex);
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

TEST(VertexColumns, RefuseWhatTheFluxDoesNotTake) {
  GridSpec closed{Domain::panel, LayerSpacing::graded, test_physics, 4};
  closed.boundaries.west = Boundary::neumann;
  GridSpec fields = closed;
  fields.boundaries = {};
  fields.columns = std::make_shared<const ColumnFields>(
      ColumnFields{[](int, int) { return 2.0; }, {}, {}, nullptr});
  for (const GridSpec& spec : {closed, fields})
    EXPECT_THROW(VertexColumns<double>::of(spec, Partition::whole(8, 8)), std::invalid_argument);
}

} // namespace
} // namespace isobar::vertex_test
