// Triangles and meshes of both kinds: matrices, transfers, counts, solves and errors.
#include "support_fem.hpp"

#include <isobar/core/fem/fem_error.hpp>

#include <numbers>
#include <sstream>

namespace isobar {
namespace {

constexpr std::array shapes{CellShape::triangles, CellShape::mixed};

FemSpace space_on(const QuadMesh& mesh, int order, Numbering numbering = Numbering::hierarchical) {
  return {mesh, order, numbering, std::array{0}};
}

TEST(Triangles, RefinementKeepsTheMeshAndItsArea) {
  for (const CellShape shape : shapes) {
    QuadMesh mesh = square_mesh(3, 0.2, 1, shape);
    for (int level = 0; level < 3; ++level) {
      EXPECT_NO_THROW(check(mesh));
      const FemSpace space = space_on(mesh, 1);
      const std::vector<double> zero(std::size_t(space.unknowns()), 0.0);
      const ExactFunction one{[](Point) { return 1.0; }, [](Point) { return Point{}; }};
      EXPECT_NEAR(fem_errors(space, zero, one).l2, 1.0, 1e-13);
      mesh = refined(mesh);
    }
  }
}

TEST(Triangles, RowsHaveTheLengthsThatAreCounted) {
  for (const CellShape shape : shapes)
    for (int order : {1, 2}) {
      const QuadMesh mesh = square_mesh(4, 0.2, 3, shape);
      const auto spaces = fem_spaces(mesh, {.levels = 3, .order = order}, std::array{0, 3});
      const auto counts = fem_counts(mesh, order, 3, std::array{0, 3});
      for (std::size_t l = 0; l < 3; ++l) {
        SCOPED_TRACE(testing::Message() << "order " << order << ", level " << l);
        const CsrRows<double> a = assemble_stiffness<double>(spaces[l]);
        EXPECT_EQ(counts[l].unknowns, spaces[l].unknowns());
        EXPECT_EQ(counts[l].fixed, Int64(spaces[l].fixed().size()));
        EXPECT_EQ(counts[l].stiffness, a.entries());
        EXPECT_EQ(counts[l].longest, a.longest);
        if (l == 0) continue;
        const CsrRows<double> p = assemble_prolongation<double>(spaces[l - 1], spaces[l]),
                              r = assemble_restriction<double>(spaces[l - 1], spaces[l]);
        EXPECT_EQ(counts[l].transfer, p.entries());
        EXPECT_EQ(counts[l].transfer, r.entries());
      }
    }
}

TEST(Triangles, MatricesAreSymmetricAndConstantsAreTheirNullSpace) {
  for (const CellShape shape : shapes)
    for (int order : {1, 2})
      for (const Numbering numbering : {Numbering::two_level, Numbering::cuthill_mckee,
                                        Numbering::coordinate, Numbering::random}) {
        const FemSpace space(square_mesh(3, 0.2, 1, shape), order, numbering, {});
        FemCoefficients c;
        const HostRows<double> a(assemble_stiffness<double>(space, c));
        c.reaction = at_elements(space, [](Point p) { return 1.0 + p.x; });
        const HostRows<double> with_mass(assemble_stiffness<double>(space, c));
        const std::vector<double> one(std::size_t(space.unknowns()), 1.0);
        for (const double sum : a.times(one)) EXPECT_NEAR(sum, 0.0, 1e-13);
        for (int n = 0; n < space.unknowns(); ++n)
          for (const auto& [m, value] : a.rows[std::size_t(n)]) {
            EXPECT_EQ(value, a(m, n));
            EXPECT_EQ(with_mass(n, m), with_mass(m, n));
          }
      }
}

/// Prolongation keeps polynomials of the elements' order, and restriction is its transpose.
TEST(Triangles, TransfersKeepPolynomials) {
  for (const CellShape shape : shapes)
    for (int order : {1, 2}) {
      const auto spaces =
          fem_spaces(square_mesh(3, 0.0, 1, shape), {.levels = 2, .order = order}, {});
      const auto function = [order](Point p) {
        return 1.0 + 2.0 * p.x - p.y + (order == 2 ? p.x * p.y - 3.0 * p.y * p.y : 0.0);
      };
      const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1])),
          r(assemble_restriction<double>(spaces[0], spaces[1]));
      const std::vector<double> coarse = host_numbers(at_unknowns(spaces[0], function)),
                                fine = host_numbers(at_unknowns(spaces[1], function)),
                                found = p.times(coarse);
      for (std::size_t n = 0; n < fine.size(); ++n) EXPECT_NEAR(found[n], fine[n], 1e-14);
      for (int n = 0; n < int(fine.size()); ++n)
        for (const auto& [m, value] : p.rows[std::size_t(n)]) EXPECT_EQ(value, r(m, n));
    }
}

/// Each rank refuses them, also one whose part has quadrilaterals alone.
TEST(Triangles, AreNotThereForMacroElements) {
  const QuadMesh mesh = square_mesh(4, 0.0, 1, CellShape::mixed);
  EXPECT_THROW(space_on(mesh, 1, Numbering::macro), std::invalid_argument);
  MeshPartition partition{2, 0, PartitionMethod::bisection, {}};
  for (const auto& quad : mesh.quads) partition.rank_of.push_back(mesh.vertices[quad[0]].x > 0.2);
  for (int rank : {0, 1}) {
    const MeshPart part = mesh_parts(mesh, 2, partition, rank).back();
    EXPECT_EQ(part.mesh.triangles() > 0, rank == 1);
    EXPECT_THROW(FemSpace(part, 1, Numbering::macro, {}, nullptr), std::invalid_argument);
  }
}

TEST(Triangles, AFileHasBothKinds) {
  std::istringstream text(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 1 \"rim\"\n"
      "$EndPhysicalNames\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 2 0 0\n"
      "$EndNodes\n$Elements\n7\n1 1 2 1 1 1 2\n2 1 2 1 1 2 5\n3 1 2 1 1 5 3\n"
      "4 1 2 1 1 3 4\n5 1 2 1 1 4 1\n6 3 2 9 9 1 2 3 4\n7 2 2 9 9 2 5 3\n"
      "$EndElements\n");
  const QuadMesh mesh = read_gmsh(text, "both.msh");
  EXPECT_EQ(mesh.quads.size(), 2);
  EXPECT_EQ(mesh.triangles(), 1);
  EXPECT_EQ(mesh.edges.size(), 6);
}

/// u = sin(pi x) exp(y) on distorted squares.
TEST(Triangles, OrdersOfConvergence) {
  constexpr double pi = std::numbers::pi;
  const ExactFunction exact{
      [](Point p) { return std::sin(pi * p.x) * std::exp(p.y); },
      [](Point p) {
        return Point{pi * std::cos(pi * p.x) * std::exp(p.y), std::sin(pi * p.x) * std::exp(p.y)};
      }};
  for (const CellShape shape : shapes)
    for (int order : {1, 2})
      for (const bool with_terms : {false, true}) {
        FemCase c{square_mesh(4, 0.2, 1, shape), {}, {.order = order}};
        const double k = with_terms ? 5.0 : 0.0;
        c.problem.f = [&, k](Point p) { return (pi * pi - 1.0 + k) * exact.value(p); };
        c.problem.dirichlet.assign(4, exact.value);
        if (with_terms) {
          c.problem.reaction = [k](Point) { return k; };
          c.problem.dirichlet[1] = {};
          c.problem.open.assign(4, {2.0, [&](Point p, Point normal) {
                                      const Point g = exact.gradient(p);
                                      return g.x * normal.x + g.y * normal.y + 2.0 * exact.value(p);
                                    }});
        }
        c.controls = {1e-11, 100};
        std::vector<FemErrors> all;
        for (int levels : {4, 5}) {
          c.spaces.levels = levels;
          const auto solved = solve<double>(c, true);
          ASSERT_TRUE(solved.report.converged());
          EXPECT_LT(solved.report.iterations, 20);
          all.push_back(fem_errors(solved.spaces.back(), solved.u, exact));
        }
        EXPECT_NEAR(std::log2(all[0].l2 / all[1].l2), order + 1, 0.15) << "order " << order;
        EXPECT_NEAR(std::log2(all[0].energy / all[1].energy), order, 0.1) << "order " << order;
      }
}

} // namespace
} // namespace isobar
