// Meshes of quadrilaterals: what generators make, what refinement does, and what is refused.
#include <isobar/core/mesh/mesh_components.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace isobar {
namespace {

/// The message with which a mesh is refused, or nothing.
template <class Make> std::string refusal(const Make& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

const std::vector<Point> unit_square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
const std::vector<RimSegment> square_sides{{{0, 1}, 0}, {{1, 2}, 0}, {{2, 3}, 0}, {{3, 0}, 0}};
const std::vector<Rim> one_rim{{.name = "rim"}};

TEST(Mesh, TheCircleHasTheCountsOfThePaper) {
  const QuadMesh mesh = circle_mesh();
  EXPECT_EQ(mesh.vertices.size(), 16u);
  EXPECT_EQ(mesh.quads.size(), 8u);
  EXPECT_EQ(mesh.edges.size(), 24u);
  EXPECT_EQ(mesh.rim_edges.size(), 16u);
  EXPECT_EQ(mesh.rim("outer"), 1);
}

TEST(Mesh, RefinementQuartersAndStaysConforming) {
  for (const QuadMesh& coarse : {circle_mesh(), annulus_mesh(1, 2, 6, 2), square_mesh(3, 0.2)}) {
    QuadMesh mesh = coarse;
    for (int level = 0; level < 4; ++level) {
      const QuadMesh fine = refined(mesh);
      EXPECT_EQ(fine.vertices.size(), mesh.vertices.size() + mesh.edges.size() + mesh.quads.size());
      EXPECT_EQ(fine.quads.size(), 4 * mesh.quads.size());
      EXPECT_EQ(fine.edges.size(), 2 * mesh.edges.size() + 4 * mesh.quads.size());
      EXPECT_EQ(fine.rim_edges.size(), 2 * mesh.rim_edges.size());
      EXPECT_NO_THROW(check(fine));
      mesh = fine;
    }
  }
}

TEST(Mesh, LocalEdgesJoinNeighbouringVerticesOnEveryLevel) {
  for (const QuadMesh& mesh : refinements(circle_mesh(), 4))
    for (std::size_t q = 0; q < mesh.quads.size(); ++q)
      for (int k = 0; k < 4; ++k) {
        const auto& ends = mesh.edges[mesh.quad_edges[q][k]];
        const int a = mesh.quads[q][k], b = mesh.quads[q][(k + 1) % 4];
        EXPECT_TRUE((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a));
      }
}

TEST(Mesh, RefinementKeepsTheNumbersOfOldVertices) {
  const QuadMesh coarse = circle_mesh(), fine = refined(coarse);
  for (std::size_t v = 0; v < coarse.vertices.size(); ++v)
    EXPECT_EQ(fine.vertices[v], coarse.vertices[v]);
}

TEST(Mesh, NewVerticesOnARimLieOnItsCircle) {
  for (const QuadMesh& mesh : refinements(annulus_mesh(0.5, 2.0), 5))
    for (const RimEdge& r : mesh.rim_edges)
      for (int v : mesh.edges[r.edge])
        EXPECT_NEAR(std::hypot(mesh.vertices[v].x, mesh.vertices[v].y), r.rim == 0 ? 0.5 : 2.0,
                    1e-14);
}

TEST(Mesh, CentresFollowTheRims) {
  const QuadMesh coarse = annulus_mesh(1.0, 2.0), fine = refined(coarse);
  for (std::size_t q = 0; q < coarse.quads.size(); ++q) {
    const Point& centre = fine.vertices[coarse.vertices.size() + coarse.edges.size() + q];
    EXPECT_NEAR(std::hypot(centre.x, centre.y), 1.5, 1e-14);
  }
}

/// Centres that follow the rims keep the rings of an annulus where its rims are refined.
TEST(Mesh, QualityDoesNotFallUnderRefinement) {
  for (const QuadMesh& coarse : {circle_mesh(), annulus_mesh(1, 2), square_mesh(4, 0.25)}) {
    const double before = quality(coarse).smallest_scaled_jacobian;
    EXPECT_GT(before, 0.2);
    EXPECT_GT(quality(refinements(coarse, 5).back()).smallest_scaled_jacobian, 0.8 * before);
  }
}

TEST(Mesh, QualityOfARectangleIsOne) {
  const QuadMesh mesh =
      make_mesh({{0, 0}, {4, 0}, {4, 1}, {0, 1}}, {{0, 1, 2, 3}}, square_sides, one_rim);
  EXPECT_DOUBLE_EQ(quality(mesh).smallest_scaled_jacobian, 1.0);
  EXPECT_DOUBLE_EQ(quality(mesh).largest_aspect_ratio, 4.0);
}

TEST(Mesh, BadElementsAreRefused) {
  const auto with = [](std::vector<Point> vertices, std::array<int, 4> quad) {
    return refusal([&] { make_mesh(std::move(vertices), {quad}, square_sides, one_rim); });
  };
  EXPECT_EQ(with(unit_square, {0, 1, 2, 3}), "");
  EXPECT_NE(with(unit_square, {0, 3, 2, 1}).find("quadrilateral 0 is inverted"), std::string::npos);
  EXPECT_NE(with({{0, 0}, {1, 0}, {1, 1}, {0.5, 0.5}}, {0, 1, 2, 3}).find("degenerate"),
            std::string::npos);
  EXPECT_NE(with({{0, 0}, {1, 0}, {1, 1}, {1, 1}}, {0, 1, 2, 3}).find("degenerate"),
            std::string::npos);
  EXPECT_NE(with(unit_square, {0, 1, 2, 4}).find("has vertex 4, vertices are 0 to 3"),
            std::string::npos);
  EXPECT_NE(with({{0, 0}, {1, 0}, {NAN, 1}, {0, 1}}, {0, 1, 2, 3}).find("vertex 2 is not finite"),
            std::string::npos);
}

TEST(Mesh, AHoleInTheNumberingIsRefused) {
  std::vector<Point> vertices = unit_square;
  vertices.push_back({2, 2});
  EXPECT_EQ(refusal([&] {
              make_mesh(vertices, {{0, 1, 2, 3}}, square_sides, one_rim);
            }),
            "vertex 4 belongs to no quadrilateral");
}

TEST(Mesh, AFoldIsRefusedAndWhatLiesAboveEachOtherIsNot) {
  const std::vector<Point> vertices{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {0, 1}};
  const std::vector<RimSegment> sides{{{0, 1}, 0}, {{2, 3}, 0}, {{3, 0}, 0},
                                      {{1, 4}, 0}, {{4, 5}, 0}, {{5, 2}, 0}};
  EXPECT_EQ(refusal([&] {
              make_mesh(vertices, {{0, 1, 2, 3}, {4, 1, 2, 5}}, sides, one_rim);
            }),
            "the edge of vertices 1 and 2 has quadrilateral 1 on the same side: the mesh is folded "
            "there");
  std::vector<Point> sheets = unit_square;
  sheets.insert(sheets.end(), unit_square.begin(), unit_square.end());
  std::vector<RimSegment> both = square_sides;
  for (const RimSegment& s : square_sides)
    both.push_back({{s.vertices[0] + 4, s.vertices[1] + 4}, 0});
  EXPECT_EQ(refusal([&] { make_mesh(sheets, {{0, 1, 2, 3}, {4, 5, 6, 7}}, both, one_rim); }), "");
}

/// The second quadrilateral has the diagonal of the first one as an edge, or as its own diagonal.
TEST(Mesh, QuadrilateralsShareAnEdgeOrAVertex) {
  const auto with = [](std::array<int, 4> second, std::initializer_list<Point> more) {
    std::vector<Point> vertices = unit_square;
    vertices.insert(vertices.end(), more);
    std::vector<RimSegment> sides = square_sides;
    for (int k = 0; k < 4; ++k) sides.push_back({{second[k], second[(k + 1) % 4]}, 0});
    return refusal([&] { make_mesh(vertices, {{0, 1, 2, 3}, second}, sides, one_rim); });
  };
  const std::string says =
      "shares vertices 0 and 2 with a quadrilateral, and not as an edge of both";
  EXPECT_EQ(with({0, 2, 4, 5}, {{0.5, 2}, {-0.5, 1}}), "quadrilateral 0 " + says);
  EXPECT_EQ(with({0, 4, 2, 5}, {{2, 0}, {-0.5, 1}}), "quadrilateral 1 " + says);
}

TEST(Mesh, ComponentsWithoutAFixedVertexAreFound) {
  std::vector<Point> vertices = unit_square;
  for (const Point& p : unit_square) vertices.push_back({p.x + 3.0, p.y});
  std::vector<RimSegment> sides = square_sides;
  for (const RimSegment& s : square_sides)
    sides.push_back({{s.vertices[0] + 4, s.vertices[1] + 4}, 1});
  const QuadMesh mesh = make_mesh(vertices, {{0, 1, 2, 3}, {4, 5, 6, 7}}, sides,
                                  {{.name = "a"}, {.name = "b"}, {.name = "nowhere"}});
  EXPECT_TRUE(free_component(mesh, std::array{0, 1}).empty());
  const MeshComponent second = free_component(mesh, std::array{0, 2});
  EXPECT_EQ(second.quads, std::vector<int>{1});
  EXPECT_EQ(second.rims, std::vector<int>{1});
  EXPECT_EQ(second.low, (Point{3.0, 0.0}));
  EXPECT_EQ(second.high, (Point{4.0, 1.0}));
  EXPECT_EQ(free_component(mesh, std::array{2}).quads, std::vector<int>{0});
  // One vertex in common is enough.
  const QuadMesh touching = make_mesh({{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 1}, {2, 2}, {1, 2}},
                                      {{0, 1, 2, 3}, {2, 4, 5, 6}},
                                      std::vector<RimSegment>{{{0, 1}, 0},
                                                              {{1, 2}, 1},
                                                              {{2, 3}, 1},
                                                              {{3, 0}, 1},
                                                              {{2, 4}, 1},
                                                              {{4, 5}, 1},
                                                              {{5, 6}, 1},
                                                              {{6, 2}, 1}},
                                      {{.name = "a"}, {.name = "b"}});
  EXPECT_TRUE(free_component(touching, std::array{0}).empty());
}

TEST(Mesh, AnEdgeOfThreeQuadrilateralsIsRefused) {
  const std::vector<Point> vertices{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {2, 1}, {3, 0}, {3, 1}};
  EXPECT_NE(
      refusal([&] {
        make_mesh(vertices, {{0, 1, 2, 3}, {1, 4, 5, 2}, {1, 6, 7, 2}}, square_sides, one_rim);
      }).find("the edge of vertices 1 and 2 has 3 quadrilaterals, 2 are possible"),
      std::string::npos);
}

TEST(Mesh, BoundariesNeedExactlyOneName) {
  const auto with = [](std::vector<RimSegment> segments) {
    return refusal([&] { make_mesh(unit_square, {{0, 1, 2, 3}}, segments, one_rim); });
  };
  std::vector<RimSegment> segments(square_sides.begin(), square_sides.begin() + 3);
  EXPECT_EQ(with(segments), "the edge of vertices 0 and 3 is on the boundary and has no name");
  segments.push_back({{0, 3}, 1});
  EXPECT_NE(with(segments).find("has boundary number 1, which has no name"), std::string::npos);
  segments.back() = {{0, 2}, 0};
  EXPECT_NE(with(segments).find("0 and 2 on the boundary is no edge"), std::string::npos);
  segments = square_sides;
  segments.push_back(segments[0]);
  EXPECT_NE(with(segments).find("has more than one name"), std::string::npos);
}

TEST(Mesh, NamesInsideTheMeshAreRefused) {
  const std::vector<Point> vertices{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {2, 1}};
  const std::vector<RimSegment> segments{{{0, 1}, 0}, {{1, 4}, 0}, {{4, 5}, 0}, {{5, 2}, 0},
                                         {{2, 3}, 0}, {{3, 0}, 0}, {{1, 2}, 0}};
  EXPECT_NE(refusal([&] {
              make_mesh(vertices, {{0, 1, 2, 3}, {1, 4, 5, 2}}, segments, one_rim);
            }).find("1 and 2 has a name but is not on the boundary"),
            std::string::npos);
}

TEST(Mesh, GeneratorsRefuseWhatCannotBe) {
  EXPECT_THROW(circle_mesh(1.0), std::invalid_argument);
  EXPECT_THROW(annulus_mesh(2.0, 1.0), std::invalid_argument);
  EXPECT_THROW(square_mesh(0), std::invalid_argument);
  EXPECT_THROW(square_mesh(2, 0.3), std::invalid_argument);
  EXPECT_EQ(refusal([] { (void)circle_mesh().rim("lid"); }),
            "the mesh has no boundary 'lid', only inner, outer");
}

} // namespace
} // namespace isobar
