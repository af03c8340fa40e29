// Functions on a mesh that a file defines for each quadrilateral.
#include "support_fem_ranks.hpp"

#include <isobar/core/fem/mesh_function.hpp>

namespace isobar {
namespace {

std::vector<double> numbers_of(const QuadMesh& mesh) {
  std::vector<double> numbers;
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) numbers.push_back(double(q + 1));
  return numbers;
}

/// Two unit squares of four quadrilaterals each, above each other without a common vertex.
QuadMesh sheets() {
  const QuadMesh one = square_mesh(2);
  std::vector<Point> vertices = one.vertices;
  std::vector<std::array<int, 4>> quads = one.quads;
  std::vector<RimSegment> segments;
  const int count = int(vertices.size());
  for (const Point& p : one.vertices) vertices.push_back(p);
  for (auto quad : one.quads) {
    for (int& v : quad) v += count;
    quads.push_back(quad);
  }
  for (const int first : {0, count})
    for (const RimEdge& r : one.rim_edges)
      segments.push_back({{one.edges[r.edge][0] + first, one.edges[r.edge][1] + first}, r.rim});
  return make_mesh(std::move(vertices), std::move(quads), segments, one.rims);
}

TEST(MeshFunction, NumbersOfQuadrilateralsAreThoseOfTheirChildren) {
  for (const QuadMesh& mesh : {vessel_mesh(), square_mesh(7, 0.25), sheets()}) {
    const MeshFunction function = MeshFunction::of_quads(numbers_of(mesh));
    const auto spaces = fem_spaces(mesh, {3, 1}, std::array{0});
    for (int level = 0; level < 3; ++level) {
      const std::vector<double> c = host_numbers(at_elements(spaces[level], function));
      for (int e = 0; e < spaces[level].elements(); ++e)
        ASSERT_EQ(c[e], double((e >> (2 * level)) + 1));
    }
  }
}

TEST(MeshFunction, AtAnUnknownTheyAreTheMeanOfTheQuadrilateralsAroundIt) {
  const MeshFunction function = MeshFunction::of_quads({1.0, 2.0, 4.0, 8.0});
  for (const int order : {1, 2}) {
    const auto spaces =
        fem_spaces(square_mesh(2), {.levels = 2, .order = order}, std::array{0, 1, 2, 3});
    for (const FemSpace& space : spaces) {
      const std::vector<double> f = host_numbers(at_unknowns(space, function));
      for (int n = 0; n < space.unknowns(); ++n) {
        const double x = space.table().points[n].x, y = space.table().points[n].y;
        double sum = 0.0;
        int count = 0;
        for (int q = 0; q < 4; ++q)
          if ((q % 2 == 0 ? x <= 0.5 : x >= 0.5) && (q / 2 == 0 ? y <= 0.5 : y >= 0.5))
            sum += function.of_quads()[q], ++count;
        EXPECT_EQ(f[n], sum / count) << x << " " << y;
      }
    }
  }
}

/// Sheets above each other keep their own numbers: each has the solution that it has alone.
TEST(MeshFunction, SheetsAboveEachOtherAreSolvedApart) {
  const MeshFunction c = MeshFunction::of_quads({1.0, 1.0, 1.0, 1.0, 100.0, 100.0, 100.0, 100.0});
  const PointFunction one = [](Point) { return 1.0; }, zero = [](Point) { return 0.0; };
  const FemCase both{sheets(), {one, c, {zero, zero, zero, zero}}, {.levels = 3}};
  const FemCase alone{square_mesh(2), {one, {}, {zero, zero, zero, zero}}, {.levels = 3}};
  const double most = std::ranges::max(solve<double>(alone).u);
  const FemSolve<double> found = solve<double>(both);
  double first = 0.0, second = 0.0;
  const FemSpace& finest = found.spaces.back();
  for (int e = 0; e < finest.elements(); ++e)
    for (int n : finest.table().of(e)) {
      double& largest = finest.coarsest_quad(e) < 4 ? first : second;
      largest = std::max(largest, found.u[n]);
    }
  EXPECT_NEAR(first, most, 1e-6);
  EXPECT_NEAR(second, most / 100.0, 1e-8);
}

/// A part's elements have the numbers of the whole mesh. Its unknowns have the same means.
TEST(MeshFunction, PartsHaveTheNumbersOfTheWholeMesh) {
  for_some_parts([](const AllRanks& all) {
    const FemSpace& coarsest = all.whole.front();
    std::vector<double> numbers;
    for (int q = 0; q < coarsest.elements(); ++q) numbers.push_back(double(q * q % 17));
    const MeshFunction function = MeshFunction::of_quads(numbers);
    for (std::size_t l = 0; l < all.whole.size(); ++l) {
      const std::vector<double> whole = host_numbers(at_unknowns(all.whole[l], function));
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const FemSpace& space = all.spaces[rank][l];
        const std::vector<double> f = host_numbers(at_unknowns(space, function));
        const std::vector<Int64>& ids = space.distributed().ids;
        for (std::size_t n = 0; n < ids.size(); ++n) ASSERT_EQ(f[n], whole[ids[n]]);
      }
    }
  });
}

TEST(MeshFunction, IsScaledByPowersOfTwo) {
  const MeshFunction of_place([](Point p) { return 3.0 * p.x; }),
      of_quads = MeshFunction::of_quads({1.5, -2.0});
  EXPECT_EQ(of_place.scaled(-4)({1.0, 0.0}), 3.0 / 16.0);
  EXPECT_EQ(of_quads.scaled(900).of_quads()[1], -std::ldexp(1.0, 901));
  EXPECT_FALSE(MeshFunction().scaled(3));
  EXPECT_FALSE(MeshFunction(PointFunction()));
}

} // namespace
} // namespace isobar
