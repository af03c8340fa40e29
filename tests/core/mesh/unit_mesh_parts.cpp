// Partitions of meshes, and parts of their levels on many ranks, all of them looked at by one process.
#include "support_fem_ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>

namespace isobar {
namespace {

std::vector<PartitionMethod> methods() {
  if (!has_metis()) return {PartitionMethod::bisection};
  return {PartitionMethod::bisection, PartitionMethod::metis};
}

/// The weight of each rank's quadrilaterals.
std::vector<int> weights_of_ranks(const QuadMesh& coarsest, const MeshPartition& partition) {
  const QuadMesh mesh = refinements(coarsest, partition.level + 1).back();
  EXPECT_EQ(partition.rank_of.size(), mesh.quads.size());
  std::vector<int> of_rank(std::size_t(partition.ranks), 0);
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    of_rank.at(partition.rank_of[q]) += partition_weight(mesh.quads[q]);
  return of_rank;
}

TEST(MeshPartitions, DealAllQuadrilateralsEvenly) {
  for (PartitionMethod method : methods())
    for (const QuadMesh& mesh :
         {circle_mesh(), vessel_mesh(), square_mesh(7, 0.2),
          square_mesh(7, 0.2, 1, CellShape::triangles), square_mesh(7, 0.2, 1, CellShape::mixed)})
      for (int ranks = 1; ranks <= 12; ++ranks) {
        const MeshPartition partition = partition_mesh(mesh, 4, ranks, method);
        const auto of_rank = weights_of_ranks(mesh, partition);
        const double all = std::accumulate(of_rank.begin(), of_rank.end(), 0.0);
        EXPECT_GT(std::ranges::min(of_rank), 0);
        const double most = partition.method == PartitionMethod::bisection ? 1.0 : 1.1;
        EXPECT_LT(std::ranges::max(of_rank), most * all / ranks + 3) << ranks;
      }
}

TEST(MeshPartitions, BisectionMakesHalvesOfASquare) {
  const MeshPartition partition = partition_mesh(square_mesh(8), 1, 4, PartitionMethod::bisection);
  const QuadMesh mesh = square_mesh(8);
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    const Point p = mesh.vertices[mesh.quads[q][0]];
    EXPECT_EQ(partition.rank_of[q], 2 * (p.x >= 0.5) + (p.y >= 0.5));
  }
}

/// 8 squares and 16 triangles.
TEST(MeshPartitions, ATriangleCountsHalf) {
  const QuadMesh mesh = square_mesh(4, 0.0, 1, CellShape::mixed);
  for (PartitionMethod method : methods())
    EXPECT_EQ(weights_of_ranks(mesh, partition_mesh(mesh, 1, 2, method)),
              (std::vector<int>{16, 16}));
}

TEST(MeshPartitions, MetisCutsFewEdges) {
  if (!has_metis()) GTEST_SKIP() << "no METIS in this build";
  const QuadMesh mesh = refined(vessel_mesh());
  const MeshPartition partition = partition_mesh(mesh, 1, 8);
  EXPECT_EQ(partition.method, PartitionMethod::metis);
  std::vector<std::set<int>> ranks_of(mesh.edges.size());
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    for (int e : mesh.quad_edges[q]) ranks_of[e].insert(partition.rank_of[q]);
  EXPECT_LT(std::ranges::count_if(ranks_of, [](const auto& r) { return r.size() > 1; }), 200);
}

TEST(MeshPartitions, RefinedLevelsAreDistributedWhereThereAreTooFewQuadrilaterals) {
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 8).level, 0); // one for each
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 6).level, 2); // 128: at least 16 for each
  EXPECT_EQ(partition_mesh(circle_mesh(), 2, 6).level, 1); // the finest
  EXPECT_EQ(partition_mesh(circle_mesh(), 5, 6, PartitionMethod::automatic, 1).level, 0);
  EXPECT_EQ(partition_mesh(square_mesh(1), 5, 64).level, 3);
  const auto level_of = [](CellShape shape) { // 32 triangles, or 8 squares and 16 triangles
    return partition_mesh(square_mesh(4, 0.0, 1, shape), 5, 8).level;
  };
  EXPECT_EQ(level_of(CellShape::triangles), 0);
  EXPECT_EQ(level_of(CellShape::mixed), 2);
}

/// The line of an error.
template <class Call> std::string message_of(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(MeshPartitions, WrongInputIsRefusedInOneLine) {
  EXPECT_EQ(
      message_of([] { partition_mesh(circle_mesh(), 1, 9); }),
      "a mesh of 8 quadrilaterals on its finest level cannot be distributed to 9 ranks: take more "
      "levels or at most so many ranks");
  EXPECT_NE(message_of([] { partition_mesh(circle_mesh(), 1, 0); }).find("1 rank"),
            std::string::npos);
  if (!has_metis()) {
    const auto message =
        message_of([] { partition_mesh(circle_mesh(), 1, 2, PartitionMethod::metis); });
    EXPECT_NE(message.find("libmetis-dev"), std::string::npos);
  }
  const MeshPartition partition = partition_mesh(circle_mesh(), 3, 4);
  EXPECT_THROW(mesh_parts(circle_mesh(), 3, partition, 4), std::invalid_argument);
  EXPECT_THROW(mesh_parts(vessel_mesh(), 3, partition, 0), std::invalid_argument);
  const MeshPartition later = partition_mesh(circle_mesh(), 3, 6);
  EXPECT_THROW(mesh_parts(circle_mesh(), later.level, later, 0), std::invalid_argument);
  const auto parts = mesh_parts(circle_mesh(), 3, partition, 0);
  EXPECT_THROW(fem_spaces(parts, {4, 1}, {}), std::invalid_argument);
}

TEST(MeshParts, HaveTheNumbersAndPlacesOfTheWholeMesh) {
  for_some_parts([](const AllRanks& all) {
    for (std::size_t l = 0; l < all.meshes.size(); ++l) {
      const QuadMesh& mesh = all.meshes[l];
      std::vector<int> owned_quads(mesh.quads.size(), 0);
      for (int rank = 0; rank < all.ranks(); ++rank) {
        const MeshPart& part = all.parts[rank][l];
        EXPECT_EQ(part.all_vertices, std::int64_t(mesh.vertices.size()));
        EXPECT_EQ(part.all_edges, std::int64_t(mesh.edges.size()));
        EXPECT_EQ(part.all_quads, std::int64_t(mesh.quads.size()));
        for (std::size_t v = 0; v < part.mesh.vertices.size(); ++v)
          ASSERT_EQ(part.mesh.vertices[v], mesh.vertices[part.vertices.ids[v]]);
        for (std::size_t q = 0; q < part.mesh.quads.size(); ++q) {
          const auto id = part.quads.ids[q];
          owned_quads[id] += part.owns_quad(int(q));
          const int sides = corners(mesh.quads[id]);
          ASSERT_EQ(corners(part.mesh.quads[q]), sides);
          for (int k = 0; k < sides; ++k) {
            ASSERT_EQ(part.vertices.ids[part.mesh.quads[q][k]], mesh.quads[id][k]);
            ASSERT_EQ(part.edges.ids[part.mesh.quad_edges[q][k]], mesh.quad_edges[id][k]);
          }
        }
      }
      const int owners = int(l) < all.partition.level ? all.ranks() : 1;
      EXPECT_EQ(std::ranges::count(owned_quads, owners), std::ptrdiff_t(mesh.quads.size()));
    }
  });
}

TEST(MeshParts, HoldLittleMoreThanTheirOwn) {
  const int levels = 5;
  const MeshPartition partition = partition_mesh(vessel_mesh(), levels, 4);
  for (int rank = 0; rank < 4; ++rank) {
    const MeshPart part = mesh_parts(vessel_mesh(), levels, partition, rank).back();
    int own = 0;
    for (int q = 0; q < int(part.quads.ids.size()); ++q) own += part.owns_quad(q);
    EXPECT_GT(own, 0);
    EXPECT_LT(double(part.mesh.quads.size()), 1.2 * own);
  }
}

} // namespace
} // namespace isobar
