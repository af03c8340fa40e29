// Functions that are constant in each quadrilateral of a mesh.
#include "support_fem.hpp"

#include <isobar/core/mesh/quad_values.hpp>

namespace isobar {
namespace {

/// The centre of an element has the value of the quadrilateral that it is a child of, whatever the level.
TEST(QuadValues, AreThoseOfTheQuadrilateralAroundAPoint) {
  for (const QuadMesh& mesh : {vessel_mesh(), square_mesh(7, 0.25)}) {
    std::vector<double> values;
    for (std::size_t q = 0; q < mesh.quads.size(); ++q) values.push_back(double(q));
    const QuadValues function(mesh, values);
    const auto spaces = fem_spaces(mesh, {3, 1}, std::array{0});
    for (int level = 0; level < 3; ++level) {
      const auto c =
          Kokkos::create_mirror_view_and_copy(HostSpace(), at_elements(spaces[level], function));
      for (int e = 0; e < spaces[level].elements(); ++e) ASSERT_EQ(c(e), e >> (2 * level));
    }
  }
}

TEST(QuadValues, AreMeansOnEdges) {
  const QuadValues function(square_mesh(2), {1.0, 2.0, 4.0, 8.0});
  EXPECT_EQ(function({0.5, 0.25}), 1.5);
  EXPECT_EQ(function({0.25, 0.5}), 2.5);
  EXPECT_EQ(function({0.5, 0.5}), 3.75);
  EXPECT_EQ(function({0.0, 1.0}), 4.0);
  EXPECT_EQ(function({1.0, 1.5}), 8.0); // outside
  EXPECT_EQ(function({-3.0, -3.0}), 1.0);
}

/// Whatever rounding does to a point on an edge.
TEST(QuadValues, AreMeansOfBothSidesOfSlantedEdges) {
  const QuadMesh mesh = vessel_mesh();
  std::vector<double> values, sums(mesh.edges.size(), 0.0), counts(mesh.edges.size(), 0.0);
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    values.push_back(double(q));
    for (int e : mesh.quad_edges[q]) sums[e] += double(q), counts[e] += 1.0;
  }
  const QuadValues function(mesh, values);
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const Point &a = mesh.vertices[mesh.edges[e][0]], &b = mesh.vertices[mesh.edges[e][1]];
    EXPECT_EQ(function({a.x + 0.3 * (b.x - a.x), a.y + 0.3 * (b.y - a.y)}), sums[e] / counts[e]);
  }
}

TEST(QuadValues, AreOneForEachQuadrilateral) {
  EXPECT_THROW(QuadValues(square_mesh(2), {1.0, 2.0, 3.0}), std::invalid_argument);
}

} // namespace
} // namespace isobar
