// Blocks of a caller and what travels between them and the columns that Isobar deals to ranks.
#include <isobar/comm/topology/redistribution_plan.hpp>

#include "support_blocks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace isobar {
namespace {

using Blocks = std::vector<std::vector<ColumnBlock>>;

std::string line_of(const Blocks& blocks) {
  try {
    const BlockMap map(8, 6, blocks);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(ColumnBlocks, HoldEachColumnOnce) {
  EXPECT_EQ(line_of({{{0, 0, 8, 3}}, {{0, 3, 8, 3}}}), "(no error)");
  EXPECT_EQ(line_of({{}, {{0, 0, 8, 6}}}), "(no error)");
  EXPECT_EQ(
      line_of({{{0, 0, 8, 3}}, {{0, 2, 8, 4}}}),
      "blocks: column (0, 2) is in blocks of rank 0 and rank 1; expected each column in one block");
  EXPECT_EQ(line_of({{{0, 0, 8, 3}}, {{1, 3, 7, 3}}}),
            "blocks: column (0, 3) is in no block; expected each column in one block");
  EXPECT_EQ(
      line_of({{{0, 0, 8, 3}}, {{1, 3, 8, 3}}}),
      "blocks: rank 1 has a block of 8 x 3 columns from (1, 3) on, beyond the domain's 8 x 6");
  EXPECT_EQ(line_of({{{0, 0, 8, 6}}, {{0, 0, 0, 6}}}),
            "blocks: rank 1 has a block of 0 x 6 columns from (0, 0) on; expected at least 1 x 1, "
            "or no block");
  EXPECT_EQ(
      line_of({{{-1, 0, 8, 6}}}),
      "blocks: rank 0 has a block of 8 x 6 columns from (-1, 0) on, beyond the domain's 8 x 6");
  EXPECT_EQ(line_of({{{0, 2147483647, 8, 6}}}), "blocks: rank 0 has a block of 8 x 6 columns from "
                                                "(0, 2147483647) on, beyond the domain's 8 x 6");
}

TEST(ColumnBlocks, AnEdgeOnTheLastSideIsTheLastColumns) {
  const BlockMap map(8, 6, {{{0, 0, 8, 3}}, {{0, 3, 5, 3}}, {{5, 3, 3, 3}}});
  EXPECT_EQ(map.owner(0, 0), 0);
  EXPECT_EQ(map.owner(8, 2), 0);
  EXPECT_EQ(map.owner(4, 6), 1);
  EXPECT_EQ(map.owner(8, 6), 2);
}

/// The columns of some rectangles, each of which is there once.
std::set<std::pair<int, int>> columns_of(const std::vector<ColumnBlock>& blocks) {
  std::set<std::pair<int, int>> all;
  for (const ColumnBlock& b : blocks)
    for (int j = b.first_j; j < b.first_j + b.ny; ++j)
      for (int i = b.first_i; i < b.first_i + b.nx; ++i)
        EXPECT_TRUE(all.emplace(i, j).second) << i << ", " << j;
  return all;
}

std::vector<ColumnBlock> all_of(const RedistributionPlan& plan,
                                const std::vector<SharedColumns>& more) {
  std::vector<ColumnBlock> all;
  for (const SharedColumns& c : plan.own()) all.push_back(c.columns);
  for (const SharedColumns& c : more) all.push_back(c.columns);
  return all;
}

/// Sizes of what one rank sends to another, or receives.
std::vector<Int64> sizes(const HaloSide& side, int rank) {
  std::vector<Int64> all;
  for (const HaloBlock& b : side.all())
    if (b.rank == rank) all.push_back(b.size());
  return all;
}

TEST(RedistributionPlan, BringsEachColumnToItsPlace) {
  for (const int ranks : {1, 2, 3, 4, 6})
    for (const int seed : {1, 2, 3}) {
      constexpr int nx = 24, ny = 32, nz = 3;
      const BlockMap blocks(nx, ny, random_blocks(nx, ny, ranks, seed));
      const Decomposition d({nx, ny, 2, ranks});
      std::vector<RedistributionPlan> plans;
      for (int rank = 0; rank < ranks; ++rank) plans.emplace_back(blocks, d, rank, nz);
      for (int rank = 0; rank < ranks; ++rank) {
        const RedistributionPlan& plan = plans[std::size_t(rank)];
        EXPECT_EQ(columns_of(all_of(plan, plan.beside_blocks())), columns_of(blocks.of_rank(rank)));
        const Partition p = d.of_rank(rank).partition();
        EXPECT_EQ(columns_of(all_of(plan, plan.beside_columns())),
                  columns_of({{p.first_i, p.first_j, p.nx, p.ny}}));
        for (int other = 0; other < ranks; ++other)
          EXPECT_EQ(sizes(plan.ways()[0].others.sent, other),
                    sizes(plans[std::size_t(other)].ways()[0].others.received, rank));
      }
    }
}

TEST(RedistributionPlan, KnowsTheBlocksOfAGridOfRanks) {
  const auto grid = [](const Blocks& blocks) { return process_grid_of(BlockMap(8, 6, blocks)); };
  EXPECT_EQ(grid({{{0, 0, 5, 6}}, {{5, 0, 3, 6}}}), (ProcessGrid{2, 1}));
  EXPECT_EQ(grid({{{0, 0, 5, 2}}, {{5, 0, 3, 2}}, {{0, 2, 5, 4}}, {{5, 2, 3, 4}}}),
            (ProcessGrid{2, 2}));
  EXPECT_EQ(grid({{{0, 0, 5, 2}}, {{5, 0, 3, 2}}, {{0, 2, 4, 4}}, {{4, 2, 4, 4}}}),
            (ProcessGrid{0, 0}));
  EXPECT_EQ(grid({{}, {{0, 0, 8, 6}}}), (ProcessGrid{0, 0}));
  const Decomposition d({8, 6, 1, 2, ProcessGrid{2, 1}});
  EXPECT_TRUE(is_partition(own_columns(d), d));
  EXPECT_FALSE(is_partition(BlockMap(8, 6, {{{0, 0, 5, 6}}, {{5, 0, 3, 6}}}), d));
}

} // namespace
} // namespace isobar
