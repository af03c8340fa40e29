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

TEST(QuadValues, AreOneForEachQuadrilateral) {
  EXPECT_THROW(QuadValues(square_mesh(2), {1.0, 2.0, 3.0}), std::invalid_argument);
}

} // namespace
} // namespace isobar
