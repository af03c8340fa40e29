// Matrices of finite elements: stiffness, transfers, right-hand sides.
#include "fem/reference_element.hpp"
#include "support_fem.hpp"

namespace isobar {
namespace {

constexpr std::array<int, 2> orders{1, 2};
constexpr std::array<int, 2> two_rims{1, 2};

double function_of_order(int order, Point p) {
  const double linear = 1.0 + 2.0 * p.x - 3.0 * p.y;
  return order == 1 ? linear : linear + p.x * p.x - 2.0 * p.x * p.y + 0.5 * p.y * p.y;
}

std::vector<double> on_host(const FemNumbers& numbers) {
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), numbers);
  return {host.data(), host.data() + host.extent(0)};
}

/// Spaces of two levels in the given numbering, by default a random one.
std::vector<FemSpace> two_levels(const QuadMesh& mesh, int order, std::span<const int> fixed = {},
                                 Numbering numbering = Numbering::random) {
  return fem_spaces(mesh, {.levels = 2, .order = order, .numbering = numbering}, fixed);
}

TEST(FemMatrices, StiffnessIsSymmetricToTheLastBit) {
  for (int order : orders)
    for (const QuadMesh& mesh : {circle_mesh(), square_mesh(3, 0.2), vessel_mesh()}) {
      const std::array<int, 1> fixed{0};
      const FemSpace space(refined(mesh), order, Numbering::random, fixed);
      const HostRows<double> a(assemble_stiffness<double>(space));
      for (int n = 0; n < a.count; ++n)
        for (const auto& [m, value] : a.rows[n]) ASSERT_EQ(value, a(m, n)) << n << " " << m;
    }
}

TEST(FemMatrices, DirichletRowsAreThoseOfTheUnitMatrix) {
  for (int order : orders) {
    const std::array<int, 1> fixed{1};
    const FemSpace space(refined(circle_mesh()), order, Numbering::two_level, fixed);
    const HostRows<double> a(assemble_stiffness<double>(space));
    EXPECT_EQ(space.fixed().size(), std::size_t(16 * order));
    for (const auto& [n, rim] : space.fixed()) {
      EXPECT_EQ(rim, 1);
      EXPECT_EQ(a.rows[n].size(), 1u);
      EXPECT_EQ(a(n, n), 1.0);
      for (int m = 0; m < a.count; ++m) EXPECT_EQ(a(m, n), m == n ? 1.0 : 0.0);
    }
  }
}

/// Without fixed unknowns, constants are in the null space. Rows of inner unknowns vanish on linear functions.
TEST(FemMatrices, RowsOfInnerUnknownsVanishOnLinearFunctions) {
  for (int order : orders) {
    const QuadMesh mesh = refined(square_mesh(3, 0.2));
    const FemSpace space(mesh, order, Numbering::coordinate, {});
    const std::array<int, 4> sides{0, 1, 2, 3};
    const FemSpace with_sides(mesh, order, Numbering::coordinate, sides);
    const HostRows<double> a(assemble_stiffness<double>(space));
    for (double sum : a.times(std::vector<double>(std::size_t(a.count), 1.0)))
      EXPECT_NEAR(sum, 0.0, 1e-13);
    std::vector<double> x;
    for (const Point& p : space.table().points) x.push_back(function_of_order(1, p));
    std::vector<double> y = a.times(x);
    for (const auto& f : with_sides.fixed()) y[f.unknown] = 0.0;
    for (double flux : y) EXPECT_NEAR(flux, 0.0, 1e-12);
  }
}

TEST(FemMatrices, DiffusionScalesEachElement) {
  const FemSpace space(refined(circle_mesh()), 2, Numbering::two_level, {});
  const HostRows<double> one(assemble_stiffness<double>(space)),
      three(assemble_stiffness<double>(space, at_elements(space, [](Point) { return 3.0; })));
  for (int n = 0; n < one.count; ++n)
    for (const auto& [m, value] : one.rows[n]) EXPECT_NEAR(three(n, m), 3.0 * value, 1e-12);
}

TEST(FemMatrices, TheUnitSquareHasTheKnownElementMatrix) {
  const FemSpace space(square_mesh(1), 1, Numbering::two_level, {});
  const HostRows<double> a(assemble_stiffness<double>(space));
  EXPECT_NEAR(a(0, 0), 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(a(0, 1), -1.0 / 6.0, 1e-14);
  EXPECT_NEAR(a(0, 3), -1.0 / 3.0, 1e-14);
}

/// The textbook's assembly, element by element, with gradients in the plane at each point of the quadrature.
template <int K>
HostRows<double> textbook_matrix(const FemSpace& space, std::span<const double> c) {
  using Reference = ReferenceElement<K>;
  HostRows<double> a(CsrRows<double>{.offsets = decltype(CsrRows<double>::offsets)("none", 1)});
  a.count = space.unknowns();
  a.rows.resize(std::size_t(a.count));
  for (int e = 0; e < space.elements(); ++e) {
    const int* const nodes = &space.table().unknowns[std::size_t(e) * Reference::nodes];
    for (int q = 0; q < Reference::quadrature_points; ++q) {
      std::array<Place, Reference::nodes> g;
      double xs = 0.0, xt = 0.0, ys = 0.0, yt = 0.0;
      for (int b = 0; b < Reference::nodes; ++b) {
        g[b] = Reference::gradient(b, Reference::quadrature_place(q));
        const Point p = space.table().points[nodes[b]];
        xs += p.x * g[b].x, xt += p.x * g[b].y, ys += p.y * g[b].x, yt += p.y * g[b].y;
      }
      const double det = xs * yt - xt * ys;
      for (Place& p : g) p = {(yt * p.x - ys * p.y) / det, (xs * p.y - xt * p.x) / det};
      for (int m = 0; m < Reference::nodes; ++m)
        for (int n = 0; n < Reference::nodes; ++n)
          a.rows[nodes[m]][nodes[n]] +=
              c[e] * Reference::quadrature_weight(q) * det * (g[m].x * g[n].x + g[m].y * g[n].y);
    }
  }
  return a;
}

TEST(FemMatrices, EntriesAreThoseOfTheTextbook) {
  for (int order : orders)
    for (const QuadMesh& mesh : {refined(circle_mesh()), square_mesh(3, 0.2), vessel_mesh()}) {
      const FemSpace space(mesh, order, Numbering::random, {});
      const FemNumbers c = at_elements(space, [](Point p) { return 1.5 + std::sin(9.0 * p.x); });
      const HostRows<double> found(assemble_stiffness<double>(space, c));
      const HostRows<double> expected = order == 1 ? textbook_matrix<1>(space, on_host(c))
                                                   : textbook_matrix<2>(space, on_host(c));
      for (int n = 0; n < expected.count; ++n) {
        ASSERT_EQ(found.rows[n].size(), expected.rows[n].size()) << n;
        for (const auto& [m, value] : expected.rows[n])
          ASSERT_NEAR(found(n, m), value, 1e-12 * std::abs(expected(n, n))) << n << " " << m;
      }
    }
}

/// A vertex with nine elements, with eight and a gap, and with nine and a gap, where ten edges meet.
TEST(FemMatrices, RowsOfManyElementsHaveAllTheirEntries) {
  for (int order : orders)
    for (const auto& [petals, quads] : {std::pair(9, 9), {9, 8}, {10, 9}}) {
      const FemSpace space(flower_mesh(petals, quads), order, Numbering::two_level, {});
      const CsrRows<double> rows = assemble_stiffness<double>(space);
      const int edges = quads == petals ? quads : quads + 1;
      EXPECT_EQ(rows.longest, 1 + order * edges + order * order * quads);
      const HostRows<double> a(rows);
      for (double sum : a.times(std::vector<double>(std::size_t(a.count), 1.0)))
        EXPECT_NEAR(sum, 0.0, 1e-12);
    }
}

TEST(FemMatrices, AssemblyGivesTheSameBitsEachTime) {
  const FemSpace space(refined(vessel_mesh()), 2, Numbering::hierarchical, {});
  const HostRows<double> a(assemble_stiffness<double>(space)), b(assemble_stiffness<double>(space));
  EXPECT_EQ(a.rows, b.rows);
}

TEST(FemTransfers, ProlongationReproducesPolynomials) {
  for (int order : orders)
    for (const QuadMesh& mesh : {square_mesh(3), refined(square_mesh(1))}) {
      const auto spaces = two_levels(mesh, order);
      const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1]));
      std::vector<double> coarse;
      for (const Point& x : spaces[0].table().points) coarse.push_back(function_of_order(order, x));
      const std::vector<double> fine = p.times(coarse);
      for (int n = 0; n < spaces[1].unknowns(); ++n)
        EXPECT_NEAR(fine[n], function_of_order(order, spaces[1].table().points[n]), 1e-13);
    }
}

/// Distorted elements reproduce polynomials of order 1, since the space contains the map to the plane.
TEST(FemTransfers, ProlongationReproducesLinearFunctionsOnAnyQuadrilaterals) {
  for (int order : orders) {
    const auto spaces = two_levels(vessel_mesh(), order);
    const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1]));
    std::vector<double> coarse;
    for (const Point& x : spaces[0].table().points) coarse.push_back(function_of_order(1, x));
    const std::vector<double> fine = p.times(coarse);
    for (int n = 0; n < spaces[1].unknowns(); ++n)
      EXPECT_NEAR(fine[n], function_of_order(1, spaces[1].table().points[n]), 1e-13);
  }
}

/// The blocks of section 2.3.1 of the paper: 1, or 1/2 twice, or 1/4 four times.
TEST(FemTransfers, ProlongationOfQ1HasTheBlocksOfThePaper) {
  const QuadMesh mesh = vessel_mesh();
  const auto spaces = two_levels(mesh, 1, {}, Numbering::two_level);
  const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1]));
  const std::size_t vertices = mesh.vertices.size(), edges = mesh.edges.size();
  for (std::size_t n = 0; n < p.rows.size(); ++n) {
    const std::size_t entries = n < vertices ? 1 : n < vertices + edges ? 2 : 4;
    ASSERT_EQ(p.rows[n].size(), entries);
    for (const auto& entry : p.rows[n]) EXPECT_DOUBLE_EQ(entry.second, 1.0 / double(entries));
  }
}

TEST(FemTransfers, RestrictionIsTheTranspose) {
  for (int order : orders)
    for (std::span<const int> fixed : {std::span<const int>(), std::span<const int>(two_rims)}) {
      const auto spaces = two_levels(vessel_mesh(), order, fixed);
      const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1])),
          r(assemble_restriction<double>(spaces[0], spaces[1]));
      std::size_t of_p = 0, of_r = 0;
      for (const auto& row : p.rows) of_p += row.size();
      for (const auto& row : r.rows) of_r += row.size();
      EXPECT_EQ(of_p, of_r);
      for (int n = 0; n < r.count; ++n)
        for (const auto& [m, value] : r.rows[n]) ASSERT_EQ(value, p(m, n));
    }
}

TEST(FemTransfers, CorrectionsVanishOnDirichletRims) {
  for (int order : orders) {
    const auto spaces = two_levels(circle_mesh(), order, std::array{0, 1});
    const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1]));
    for (const auto& f : spaces[1].fixed())
      for (const auto& entry : p.rows[f.unknown]) EXPECT_EQ(entry.second, 0.0);
  }
}

/// On parallelograms the product of the stored matrices is the coarse matrix, also with fixed sides.
TEST(FemTransfers, TheGalerkinProductIsTheCoarseMatrixOnAffineMeshes) {
  QuadMesh mesh = square_mesh(3);
  for (Point& p : mesh.vertices) p = {p.x + 0.4 * p.y, 0.3 * p.x + 1.5 * p.y};
  for (int order : orders)
    for (std::span<const int> fixed : {std::span<const int>(), std::span<const int>(two_rims)}) {
      const auto spaces = two_levels(mesh, order, fixed);
      const HostRows<double> fine(assemble_stiffness<double>(spaces[1])),
          coarse(assemble_stiffness<double>(spaces[0])),
          p(assemble_prolongation<double>(spaces[0], spaces[1])),
          r(assemble_restriction<double>(spaces[0], spaces[1]));
      std::vector<bool> is_fixed(std::size_t(coarse.count), false);
      for (const auto& f : spaces[0].fixed()) is_fixed[f.unknown] = true;
      for (int m = 0; m < coarse.count; ++m) {
        std::vector<double> unit(std::size_t(coarse.count), 0.0);
        unit[m] = 1.0;
        const std::vector<double> column = r.times(fine.times(p.times(unit)));
        for (int n = 0; n < coarse.count; ++n) {
          if (is_fixed[n] || is_fixed[m]) continue;
          EXPECT_NEAR(column[n], coarse(n, m), 1e-13);
        }
      }
    }
}

TEST(FemLoads, AConstantOverTheSquareHasItsAreaInAll) {
  for (int order : orders) {
    const FemSpace space(refined(square_mesh(3, 0.2)), order, Numbering::random, {});
    const FemNumbers zero = at_unknowns(space, [](Point) { return 0.0; });
    double sum = 0.0;
    for (double f :
         on_host(assemble_load(space, at_unknowns(space, [](Point) { return 2.0; }), zero)))
      sum += f;
    EXPECT_NEAR(sum, 2.0, 1e-13);
  }
}

TEST(FemLoads, TheLiftIsTakenAsTheMatrixTakesIt) {
  for (int order : orders) {
    const FemSpace space(vessel_mesh(), order, Numbering::coordinate, {});
    const FemNumbers zero = at_unknowns(space, [](Point) { return 0.0; });
    const FemNumbers g = at_unknowns(space, [](Point p) { return std::sin(3.0 * p.x) + p.y; });
    const std::vector<double> load = on_host(assemble_load(space, zero, g));
    const std::vector<double> product =
        HostRows<double>(assemble_stiffness<double>(space)).times(on_host(g));
    for (std::size_t n = 0; n < load.size(); ++n) EXPECT_NEAR(load[n], -product[n], 1e-12);
  }
}

TEST(FemSpaces, ManyQuadrilateralsInOneVertexAreRefused) {
  EXPECT_NO_THROW(FemSpace(flower_mesh(9), 1, Numbering::two_level, {}));
  EXPECT_THROW(FemSpace(flower_mesh(10), 1, Numbering::two_level, {}), std::invalid_argument);
  const std::array<int, 1> missing{5};
  EXPECT_THROW(FemSpace(circle_mesh(), 1, Numbering::two_level, missing), std::invalid_argument);
}

TEST(FemProblems, NeedAValueOnSomeRim) {
  FemProblem problem = circle_problem();
  EXPECT_EQ(problem.dirichlet_rims(circle_mesh()), (std::vector<int>{0, 1}));
  EXPECT_THROW((void)problem.dirichlet_rims(vessel_mesh()), std::invalid_argument);
  problem.dirichlet = {{}, {}};
  EXPECT_THROW((void)problem.dirichlet_rims(circle_mesh()), std::invalid_argument);
}

} // namespace
} // namespace isobar
