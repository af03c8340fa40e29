// Matrices that are not stored inside macro elements, against those that are.
#include "fem/macro_places.hpp"
#include "support_fem.hpp"

#include <isobar/core/fem/macro_lattice.hpp>
#include <isobar/core/fem/macro_rows.hpp>

#include <algorithm>
#include <functional>

namespace isobar {
namespace {

/// Meshes whose macro elements are straight, curved, or as thin as a wall layer.
struct MacroCase {
  std::string name;
  QuadMesh mesh;
  std::vector<int> rims; ///< Dirichlet
  int levels;
};
std::vector<MacroCase> cases() {
  return {{"square", square_mesh(2, 0.2), {0, 2}, 4},
          {"circle", circle_mesh(), {0, 1}, 6},
          {"vessel", vessel_mesh(), {0, 1, 2}, 4}};
}
std::vector<FemSpace> spaces_of(const MacroCase& c, int order,
                                Numbering numbering = Numbering::macro) {
  return fem_spaces(c.mesh, {c.levels, order, numbering}, c.rims);
}

template <class T> struct FemMacros : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
  using Vector = Kokkos::View<T*, MemorySpace>;

  /// Up to rounding, over the sum of the absolute values that a row adds up.
  static void expect_near(const Vector& found, const HostRows<double>& a, const Vector& x,
                          const std::function<double(std::size_t, double)>& value,
                          const std::string& name) {
    const std::vector<double> y = host_numbers(found), of_x = host_numbers(x);
    for (std::size_t n = 0; n < y.size(); ++n) {
      double sum = 0.0, size = 1.0;
      for (const auto& [column, entry] : a.rows[n]) {
        sum += entry * of_x[column];
        size += std::abs(entry * of_x[column]);
      }
      ASSERT_NEAR(y[n], value(n, sum), size * tolerance) << name << " row " << n;
    }
  }
};
TYPED_TEST_SUITE(FemMacros, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemMacros, ProductsAreThoseOfTheStoredMatrix) {
  using T = TypeParam;
  for (const MacroCase& c : cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace& space = spaces.back();
      const HostRows<double> stored(assemble_stiffness<double>(space));
      const auto a = make_macro_stiffness<T>(space, {}, 0);
      const auto x = rough_vector<T>(space.unknowns(), 0.7),
                 z = rough_vector<T>(space.unknowns(), 1.3),
                 y = rough_vector<T>(space.unknowns(), 0.1);
      const std::vector<double> z_host = host_numbers(z), x_host = host_numbers(x);
      const std::string name = c.name + " Q" + std::to_string(order);
      a->apply(2.0, x, y);
      this->expect_near(
          y, stored, x, [](std::size_t, double sum) { return 2.0 * sum; }, name);
      a->residual(x, z, y);
      this->expect_near(
          y, stored, x, [&](std::size_t n, double sum) { return z_host[n] - sum; }, name);
      a->add(-0.5, x, z, y);
      this->expect_near(
          y, stored, x, [&](std::size_t n, double sum) { return z_host[n] - 0.5 * sum; }, name);
      const auto inverse = assemble_inverse<T>(space, {}, RowSum::diagonal);
      a->jacobi(0.7, inverse, z, x, y);
      this->expect_near(
          y, stored, x,
          [&](std::size_t n, double sum) {
            return x_host[n] + 0.7 / stored(int(n), int(n)) * (z_host[n] - sum);
          },
          name);
    }
}

/// A coefficient that varies from element to element.
TYPED_TEST(FemMacros, DiffusionIsThatOfEachElement) {
  using T = TypeParam;
  for (const MacroCase& c : cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace& space = spaces.back();
      const FemNumbers diffusion = at_elements(
          space, [](Point p) { return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y); });
      const auto x = rough_vector<T>(space.unknowns(), 0.7),
                 y = rough_vector<T>(space.unknowns(), 0.1);
      make_macro_stiffness<T>(space, diffusion, 0)->apply(1.0, x, y);
      this->expect_near(
          y, HostRows<double>(assemble_stiffness<double>(space, diffusion)), x,
          [](std::size_t, double sum) { return sum; }, c.name);
    }
}

TYPED_TEST(FemMacros, TransfersAreThoseOfTheStoredMatrices) {
  using T = TypeParam;
  for (const MacroCase& c : cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace &coarse = spaces[spaces.size() - 2], &fine = spaces.back();
      const auto same = [](std::size_t, double sum) { return sum; };
      const auto u = rough_vector<T>(coarse.unknowns(), 0.7),
                 to_u = rough_vector<T>(fine.unknowns(), 0);
      make_macro_prolongation<T>(coarse, fine, 0)->apply(1.0, u, to_u);
      this->expect_near(to_u, HostRows<double>(assemble_prolongation<double>(coarse, fine)), u,
                        same, c.name);
      const auto r = rough_vector<T>(fine.unknowns(), 1.3),
                 to_r = rough_vector<T>(coarse.unknowns(), 0);
      make_macro_restriction<T>(coarse, fine, 0)->apply(1.0, r, to_r);
      this->expect_near(to_r, HostRows<double>(assemble_restriction<double>(coarse, fine)), r, same,
                        c.name);
    }
}

/// (P u, r) = (u, R r).
TYPED_TEST(FemMacros, RestrictionIsTheTranspose) {
  using T = TypeParam;
  for (const MacroCase& c : cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace &coarse = spaces[spaces.size() - 2], &fine = spaces.back();
      const auto u = rough_vector<T>(coarse.unknowns(), 0.7),
                 pu = rough_vector<T>(fine.unknowns(), 0),
                 r = rough_vector<T>(fine.unknowns(), 1.3),
                 rr = rough_vector<T>(coarse.unknowns(), 0);
      make_macro_prolongation<T>(coarse, fine, 0)->apply(1.0, u, pu);
      make_macro_restriction<T>(coarse, fine, 0)->apply(1.0, r, rr);
      double left = 0.0, right = 0.0, size = 0.0;
      const auto p = host_numbers(pu), q = host_numbers(r), v = host_numbers(u),
                 w = host_numbers(rr);
      for (std::size_t n = 0; n < p.size(); ++n) {
        left += p[n] * q[n];
        size += std::abs(p[n] * q[n]);
      }
      for (std::size_t n = 0; n < v.size(); ++n) right += v[n] * w[n];
      EXPECT_NEAR(left, right, this->tolerance * size) << c.name << " Q" << order;
    }
}

TYPED_TEST(FemMacros, InversesHaveTheBitsOfThoseOfStoredRows) {
  using T = TypeParam;
  for (int order : {1, 2}) {
    const auto spaces = spaces_of(cases()[2], order, Numbering::random);
    const CsrRows<T> rows = assemble_stiffness<T>(spaces[1]);
    EXPECT_EQ(host_numbers(assemble_inverse<T>(spaces[1], {}, RowSum::diagonal)),
              host_numbers(inverse_diagonal(rows)));
    EXPECT_EQ(host_numbers(assemble_inverse<T>(spaces[1], {}, RowSum::l1)),
              host_numbers(inverse_l1_sums(rows)));
  }
}

TYPED_TEST(FemMacros, SolvesTakeAsManyCyclesAsOnStoredRows) {
  using T = TypeParam;
  for (const MacroCase& mesh : cases())
    for (int order : {1, 2})
      for (FemSmoother smoother :
           {FemSmoother::jacobi, FemSmoother::chebyshev, FemSmoother::l1_jacobi}) {
        if (smoother != FemSmoother::jacobi && mesh.name != "square") continue;
        FemCase c{mesh.mesh, {}, {4, order, Numbering::macro}};
        c.problem.dirichlet.resize(mesh.mesh.rims.size());
        for (int rim : mesh.rims) c.problem.dirichlet[rim] = [](Point p) { return p.x * p.y; };
        c.problem.f = [](Point) { return 1.0; };
        c.multigrid = FemMultigridOptions::jacobi(4, smoother == FemSmoother::jacobi ? 0.6 : 1.0);
        c.multigrid.smoother = smoother;
        c.controls = {std::is_same_v<T, float> ? 1e-3 : 1e-8, 12};
        const auto expected = solve<T>(c);
        c.multigrid.rows = FemRows::macro;
        c.multigrid.macro_rows_from = 0;
        const auto solved = solve<T>(c);
        EXPECT_EQ(solved.report.status, expected.report.status);
        EXPECT_EQ(solved.report.iterations, expected.report.iterations) << mesh.name << order;
        for (std::size_t n = 0; n < solved.u.size(); ++n)
          ASSERT_NEAR(solved.u[n], expected.u[n], 0.1 * c.controls.tolerance);
      }
}

TEST(FemMacroRows, TakeTheBytesOfFewNumbers) {
  const auto spaces = spaces_of({"circle", circle_mesh(), {0, 1}, 7}, 1);
  const auto a = make_macro_stiffness<double>(spaces.back(), {}, 0);
  EXPECT_LT(double(a->bytes()), 12.0 * spaces.back().unknowns());
}

TEST(FemMacroRows, NeedTheirNumberingAndEightElementsASide) {
  const MacroCase c = cases()[0];
  EXPECT_THROW(make_macro_stiffness<double>(spaces_of(c, 1, Numbering::coordinate).back(), {}, 0),
               std::invalid_argument);
  EXPECT_THROW(make_macro_stiffness<double>(spaces_of(c, 1)[2], {}, 0), std::invalid_argument);
  EXPECT_FALSE(has_macro_rows(spaces_of(c, 2)[2]));
  EXPECT_TRUE(has_macro_rows(spaces_of(c, 2)[3]));
  FemCase spai{c.mesh, {}, {4, 1, Numbering::macro}};
  spai.problem.dirichlet.assign(4, [](Point) { return 0.0; });
  spai.multigrid.smoother = FemSmoother::spai;
  spai.multigrid.rows = FemRows::macro;
  spai.multigrid.macro_rows_from = 0;
  EXPECT_THROW(solve<double>(spai), std::invalid_argument);
}

TEST(MacroLattices, HaveEachUnknownInItsPlace) {
  for (int order : {1, 2}) {
    const FemSpace space(refinements(square_mesh(2), 4).back(), order, Numbering::macro, {});
    const MacroLattice lattice(space.table());
    ASSERT_EQ(lattice.macros(), 4);
    const double width = 0.5 / lattice.cells();
    for (int q = 0; q < 4; ++q)
      for (int j = 0; j <= lattice.cells(); ++j)
        for (int i = 0; i <= lattice.cells(); ++i) {
          const Point p = space.table().points[lattice.unknown(q, i, j)];
          EXPECT_DOUBLE_EQ(p.x, 0.5 * (q % 2) + i * width);
          EXPECT_DOUBLE_EQ(p.y, 0.5 * (q / 2) + j * width);
        }
  }
}

/// The first and the last number of a side go the other way on the opposite element; two sides are fixed.
TEST(MacroLattices, PlacesFindTheSameUnknowns) {
  if constexpr (on_host)
    for (int order : {1, 2}) {
      const std::vector<int> rims{0, 1};
      const FemSpace space =
          fem_spaces(circle_mesh(), {.levels = 4, .order = order, .numbering = Numbering::macro},
                     rims)
              .back();
      const MacroLattice lattice(space.table());
      const MacroPlaces& places = space.macro().places;
      for (int q = 0; q < lattice.macros(); ++q)
        for (int j = 0; j <= lattice.cells(); ++j)
          for (int i = 0; i <= lattice.cells(); ++i)
            ASSERT_EQ(places.unknown(q, i, j), lattice.unknown(q, i, j)) << i << " " << j;
    }
}

} // namespace
} // namespace isobar
