// Numberings of unknowns, and the counts of table 1 of the unstructured-grid paper.
#include "support_fem.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace isobar {
namespace {

/// The largest difference of the numbers of two unknowns of one element.
int bandwidth(const ElementTable& table) {
  int width = 0;
  for (int e = 0; e < table.elements(); ++e) {
    const auto [least, most] = std::ranges::minmax(table.of(e));
    width = std::max(width, most - least);
  }
  return width;
}

ElementTable numbered(const QuadMesh& mesh, int order, Numbering numbering,
                      std::uint64_t seed = 1) {
  ElementTable table = element_table(mesh, order);
  renumber(table, new_numbers(numbering, table, seed));
  return table;
}

TEST(Numberings, ArePermutations) {
  for (int order : {1, 2})
    for (Numbering numbering : all_numberings) {
      const ElementTable table = element_table(refinements(vessel_mesh(), 2).back(), order);
      std::vector<int> numbers = new_numbers(numbering, table);
      std::ranges::sort(numbers);
      std::vector<int> all(table.points.size());
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(numbers, all);
    }
}

TEST(Numberings, ByCoordinateAscendsInX) {
  const ElementTable table = numbered(vessel_mesh(), 2, Numbering::coordinate);
  EXPECT_TRUE(std::ranges::is_sorted(table.points, {}, &Point::x));
}

TEST(Numberings, CuthillMckeeHasASmallBandwidth) {
  const QuadMesh mesh = refinements(vessel_mesh(), 3).back();
  const int natural = bandwidth(numbered(mesh, 1, Numbering::two_level));
  EXPECT_LT(10 * bandwidth(numbered(mesh, 1, Numbering::cuthill_mckee)), natural);
}

TEST(Numberings, TwoLevelKeepsTheNumbersOfTheCoarserLevel) {
  const auto meshes = refinements(circle_mesh(), 3);
  for (int order : {1, 2}) {
    const ElementTable coarse = numbered(meshes[1], order, Numbering::two_level),
                       fine = numbered(meshes[2], order, Numbering::two_level);
    for (std::size_t n = 0; n < meshes[1].vertices.size(); ++n)
      EXPECT_EQ(fine.points[n], coarse.points[n]);
  }
}

TEST(Numberings, HierarchicalKeepsTheChildrenOfAnElementTogether) {
  const ElementTable table =
      numbered(refinements(circle_mesh(), 5).back(), 1, Numbering::hierarchical);
  const int first = *std::ranges::max_element(std::span(table.unknowns).first(4 * 4 * 4 * 4));
  EXPECT_EQ(first, 80); // the 81 unknowns of the first coarse element
}

TEST(Numberings, RandomOnesFollowTheirSeed) {
  const ElementTable table = element_table(vessel_mesh(), 1);
  EXPECT_EQ(new_numbers(Numbering::random, table, 3), new_numbers(Numbering::random, table, 3));
  EXPECT_NE(new_numbers(Numbering::random, table, 3), new_numbers(Numbering::random, table, 4));
}

TEST(Numberings, OtherOrdersAreRefused) {
  EXPECT_THROW(element_table(circle_mesh(), 3), std::invalid_argument);
}

struct Counts {
  int unknowns;
  Int64 entries;
};

/// Of the stiffness matrix on a level of the paper, the first of which is the coarsest.
Counts counts(const QuadMesh& coarsest, const FemProblem& problem, int level, int order) {
  const FemSpace space(refinements(coarsest, level).back(), order, Numbering::two_level,
                       problem.dirichlet_rims(coarsest));
  return {space.unknowns(), assemble_stiffness<float>(space).entries()};
}

/// Where the paper prints more non-zeros than the matrix has, the difference is in shared/published.
TEST(TableOne, CircleHasThePrintedCounts) {
  const auto expect = [](int level, int order, int unknowns, Int64 entries) {
    const Counts found = counts(circle_mesh(), circle_problem(), level, order);
    EXPECT_EQ(found.unknowns, unknowns) << "Q" << order << ", level " << level;
    EXPECT_EQ(found.entries, entries) << "Q" << order << ", level " << level;
  };
  expect(4, 1, 576, 4552 - 392);
  expect(5, 1, 2176, 18208 - 672);
  expect(6, 1, 8448, 72832 - 896);
  expect(7, 1, 33280, 291328);
  expect(8, 1, 132096, 1172480);
  expect(4, 2, 2176, 32192 - 1728);
  expect(5, 2, 8448, 128768 - 2304);
  expect(6, 2, 33280, 515072);
  expect(7, 2, 132096, 2078720);
}

TEST(TableOne, BloodHasThePrintedCounts) {
  const auto expect = [](int level, int unknowns, Int64 entries) {
    const Counts found = counts(vessel_mesh(), blood_problem(), level, 1);
    EXPECT_EQ(found.unknowns, unknowns) << level;
    EXPECT_EQ(found.entries, entries) << level;
    EXPECT_EQ(counts(vessel_mesh(), blood_problem(), level - 1, 2).unknowns, unknowns);
  };
  expect(4, 15233, 133890 - 889);
  expect(5, 60417, 535561);
  expect(6, 240641, 2149385);
}

} // namespace
} // namespace isobar
