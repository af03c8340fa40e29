// Predicted shares of ranks equal those of the spaces on their parts.
#include "fem/fem_shares.hpp"
#include "support_fem_ranks.hpp"

namespace isobar {
namespace {

TEST(FemShares, AreWhatRanksOwn) {
  for_some_parts([](const AllRanks& all) {
    const auto shares = rank_shares(all.meshes.front(), all.partition);
    ASSERT_EQ(int(shares.size()), all.ranks());
    const int order = all.whole.back().order(),
              finer = int(all.meshes.size()) - 1 - all.partition.level;
    Int64 sum = 0, most = 0;
    for (int rank = 0; rank < all.ranks(); ++rank) {
      const Int64 owned = owned_unknowns(shares[rank], order, finer);
      EXPECT_EQ(owned, all.spaces[rank].back().owned());
      sum += owned;
      most = std::max(most, owned);
    }
    EXPECT_EQ(sum, all.whole.back().unknowns());
    const UnknownsOfRanks found = unknowns_of_ranks(shares, order, finer);
    EXPECT_EQ(found.most, most);
    EXPECT_LE(found.least * all.ranks(), sum);
  });
}

/// A square of 4 x 4 that is cut through its middle has 4 edges between two ranks.
TEST(FemShares, BordersAreEdgesBetweenRanks) {
  const QuadMesh mesh = square_mesh(4);
  const MeshPartition halves = partition_mesh(mesh, 1, 2, PartitionMethod::bisection);
  for (const RankShare& share : rank_shares(mesh, halves)) {
    EXPECT_EQ(share.quads, 8);
    EXPECT_EQ(share.border, 4);
  }
}

} // namespace
} // namespace isobar
