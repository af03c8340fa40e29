// Matrices that are not stored inside macro elements, compared with stored ones.
#include "fem/macro_places.hpp"
#include "support_fem_macro.hpp"

#include <isobar/core/fem/macro_lattice.hpp>
#include <isobar/core/fem/macro_rows.hpp>

namespace isobar {
namespace {

template <class T> struct FemMacros : testing::Test {
  static constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
};
TYPED_TEST_SUITE(FemMacros, FemNumberTypes, FemNumberNames);

TYPED_TEST(FemMacros, ProductsAreThoseOfTheStoredMatrix) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      expect_products<T>(*make_macro_stiffness<T>(spaces.back(), {}, 0), spaces.back(), {},
                         c.name + " Q" + std::to_string(order));
    }
}

/// A coefficient that differs between elements.
TYPED_TEST(FemMacros, DiffusionIsThatOfEachElement) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace& space = spaces.back();
      const FemNumbers diffusion = at_elements(
          space, [](Point p) { return 2.0 + std::sin(40.0 * p.x) * std::cos(30 * p.y); });
      const auto x = rough_vector<T>(space.unknowns(), 0.7),
                 y = rough_vector<T>(space.unknowns(), 0.1);
      make_macro_stiffness<T>(space, diffusion, 0)->apply(1.0, x, y);
      expect_near<T>(
          y, HostRows<double>(assemble_stiffness<double>(space, diffusion)), x,
          [](std::size_t, double sum) { return sum; }, c.name);
    }
}

TYPED_TEST(FemMacros, ReactionIsThatOfEachElement) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemCoefficients varying = varying_coefficients(spaces.back());
      expect_products<T>(*make_macro_stiffness<T>(spaces.back(), varying, 0), spaces.back(),
                         varying, c.name + " Q" + std::to_string(order));
    }
}

TYPED_TEST(FemMacros, TransfersAreThoseOfTheStoredMatrices) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
    for (int order : {1, 2}) {
      const auto spaces = spaces_of(c, order);
      const FemSpace &coarse = spaces[spaces.size() - 2], &fine = spaces.back();
      const auto same = [](std::size_t, double sum) { return sum; };
      const auto u = rough_vector<T>(coarse.unknowns(), 0.7),
                 to_u = rough_vector<T>(fine.unknowns(), 0);
      make_macro_prolongation<T>(coarse, fine, 0)->apply(1.0, u, to_u);
      expect_near<T>(to_u, HostRows<double>(assemble_prolongation<double>(coarse, fine)), u, same,
                     c.name);
      const auto r = rough_vector<T>(fine.unknowns(), 1.3),
                 to_r = rough_vector<T>(coarse.unknowns(), 0);
      make_macro_restriction<T>(coarse, fine, 0)->apply(1.0, r, to_r);
      expect_near<T>(to_r, HostRows<double>(assemble_restriction<double>(coarse, fine)), r, same,
                     c.name);
    }
}

/// (P u, r) = (u, R r).
TYPED_TEST(FemMacros, RestrictionIsTheTranspose) {
  using T = TypeParam;
  for (const MacroCase& c : macro_cases())
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
    const auto spaces = spaces_of(macro_cases()[2], order, Numbering::random);
    const CsrRows<T> rows = assemble_stiffness<T>(spaces[1]);
    EXPECT_EQ(host_numbers(assemble_inverse<T>(spaces[1], {}, RowSum::diagonal)),
              host_numbers(inverse_diagonal(rows)));
    EXPECT_EQ(host_numbers(assemble_inverse<T>(spaces[1], {}, RowSum::l1)),
              host_numbers(inverse_l1_sums(rows)));
  }
}

TYPED_TEST(FemMacros, SolvesTakeAsManyCyclesAsOnStoredRows) {
  for (const MacroCase& mesh : macro_cases())
    for (int order : {1, 2})
      for (FemSmoother smoother :
           {FemSmoother::jacobi, FemSmoother::chebyshev, FemSmoother::l1_jacobi})
        if (smoother == FemSmoother::jacobi || mesh.name == "square")
          expect_cycles_of_stored_rows<TypeParam>(mesh, order, smoother, FemRows::macro);
}

/// The numbers of patches are scaled to a width near 1, and k has the square of that scale.
TEST(FemMacroRows, ReactionKnowsTheSizeOfTheMesh) {
  MacroCase c{"small square", square_mesh(2, 0.2), {0}, 4};
  for (Point& p : c.mesh.vertices) p = {3e-4 * p.x, 3e-4 * p.y};
  for (int order : {1, 2}) {
    const FemSpace space = spaces_of(c, order).back();
    FemCoefficients large;
    large.reaction = at_elements(space, [](Point) { return 1e10; });
    expect_products<double>(*make_macro_stiffness<double>(space, large, 0), space, large, c.name);
  }
}

TEST(FemMacroRows, TakeTheBytesOfFewNumbers) {
  const auto spaces = spaces_of({"circle", circle_mesh(), {0, 1}, 7}, 1);
  const auto a = make_macro_stiffness<double>(spaces.back(), {}, 0);
  EXPECT_LT(double(a->bytes()), 12.0 * spaces.back().unknowns());
}

TEST(FemMacroRows, NeedTheirNumberingAndEightElementsASide) {
  const MacroCase c = macro_cases()[0];
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

/// Neighbouring macro elements number a common side in opposite directions. Two rims are fixed.
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
