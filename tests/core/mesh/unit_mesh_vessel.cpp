// The vessel that stands in for BLOOD.
#include "support_fem.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

TEST(Vessel, HasTheCountsOfBlood) {
  const QuadMesh mesh = vessel_mesh();
  EXPECT_EQ(mesh.vertices.size(), 267u);
  EXPECT_EQ(mesh.edges.size(), 500u);
  EXPECT_EQ(mesh.quads.size(), 234u);
  EXPECT_EQ(mesh.rim_edges.size(), 64u);
  for (const char* name : {"wall", "inlet", "outlet"}) EXPECT_NO_THROW((void)mesh.rim(name));
}

TEST(Vessel, NoElementIsInvertedOnAnyLevel) {
  for (const QuadMesh& mesh : refinements(vessel_mesh(), 5)) {
    EXPECT_NO_THROW(check(mesh));
    EXPECT_GT(quality(mesh).smallest_scaled_jacobian, 0.4);
  }
}

/// The edges that lead from the wall's rim inwards are as long as a layer is thick, in necks a little longer. They halve from
/// level to level.
TEST(Vessel, TheWallStaysThin) {
  double thickness = 0.1;
  for (const QuadMesh& mesh : refinements(vessel_mesh(), 5)) {
    std::vector<bool> on_rim(mesh.vertices.size(), false);
    for (const RimEdge& r : mesh.rim_edges)
      for (int v : mesh.edges[r.edge])
        if (r.rim == mesh.rim("wall")) on_rim[v] = true;
    double thickest = 0.0;
    for (const auto& [a, b] : mesh.edges)
      if (on_rim[a] != on_rim[b])
        thickest = std::max(thickest, std::hypot(mesh.vertices[a].x - mesh.vertices[b].x,
                                                 mesh.vertices[a].y - mesh.vertices[b].y));
    EXPECT_LT(thickest, thickness);
    EXPECT_GT(quality(mesh).largest_aspect_ratio, 6.0);
    thickness /= 2.0;
  }
}

} // namespace
} // namespace isobar
