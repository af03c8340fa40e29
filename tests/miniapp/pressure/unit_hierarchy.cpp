// Levels, overlap and process grid that are chosen for a number of ranks, and
// refusals. On hosts, where nothing overlaps unless the deck says so.
#include "pressure/setup/hierarchy.hpp"
#include "support_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace isobar {
namespace {

std::string columns(int nx, int ny) {
  return fmt::format("[grid]\nnx = {}\nny = {}\nnz = 8\n", nx, ny);
}

/// Messages through the host: with them levels with pre-smoothing overlap on GPUs only if the deck says so, too.
Deck chosen(int nx, int ny, int ranks, const std::vector<std::string>& settings = {}) {
  Deck deck = parse(columns(nx, ny), settings);
  choose_levels(deck, ranks, Transport::staged);
  return deck;
}
std::string refusal(int nx, int ny, int ranks, const std::vector<std::string>& settings) {
  return error_of([&] { chosen(nx, ny, ranks, settings); });
}

TEST(Hierarchy, OverlapsOnHostsOnlyIfTheDeckSaysSo) {
  if (!on_host) GTEST_SKIP() << "on GPUs coarse levels overlap";
  for (const int ranks : {1, 2, 4, 6}) {
    const Deck deck = chosen(64, 64, ranks);
    EXPECT_EQ(deck.multigrid.overlap, Overlap());
    EXPECT_EQ(deck.multigrid.replicated_from, 0);
    EXPECT_EQ(deck.overlap(), Overlap());
    EXPECT_FALSE(deck.decomposition.process_grid) << "chosen where columns are distributed";
    EXPECT_EQ(deck.levels_reason.find(';'), std::string::npos);
  }
}

/// 2 x 2 patches of a panel would have a level more than 4 parts of whole rows, which 8 ranks have.
TEST(Hierarchy, LevelsOfTheSphereAreThoseOfWholeRows) {
  for (const auto& [ranks, levels] : {std::pair(1, 5), {4, 4}, {8, 3}, {12, 4}}) {
    const Deck deck = chosen(48, 48, ranks, {"grid.domain=sphere", "physics.cfl=8.4"});
    EXPECT_EQ(deck.multigrid.levels, levels) << ranks << " ranks";
  }
}

TEST(Hierarchy, OverlappingLevelsAreDistributedInRows) {
  const Deck deck = chosen(64, 64, 4, {"multigrid.levels=4", "multigrid.overlap_rows=[2,4]"});
  EXPECT_EQ(error_of([] {
              chosen(64, 64, 4, {"multigrid.levels=3", "multigrid.overlap_rows=[2,4]"});
            }),
            "(no error)");
  EXPECT_EQ(deck.overlap(), (Overlap{2, 4, 0}));
  EXPECT_EQ(deck.decomposition.process_grid, (ProcessGrid{1, 4}));
  EXPECT_NE(deck.levels_reason.find("; ranks compute 2, 4, 0 rows of each neighbour on levels "
                                    "from 1 on"),
            std::string::npos)
      << deck.levels_reason;
}

TEST(Hierarchy, OneRankHasNothingToOverlapWith) {
  const Deck deck = chosen(64, 64, 1,
                           {"multigrid.levels=3", "multigrid.overlap_rows=[2,4]",
                            "multigrid.replicated_from=1", "decomposition.process_grid=[1,1]"});
  EXPECT_EQ(deck.overlap(), Overlap());
  EXPECT_EQ(deck.multigrid.replicated_from, 0);
}

// 16 x 16 columns on six ranks: 8 x 8 on level 1 are the last that can be distributed in rows.
TEST(Hierarchy, LevelsThatCannotBeDistributedAreReplicatedWithTheLastOneThatCan) {
  const std::string whole = "; every rank has level 1 and coarser ones whole";
  const Deck given = chosen(16, 16, 6, {"multigrid.levels=5"});
  EXPECT_EQ(given.multigrid.levels, 5);
  EXPECT_EQ(given.multigrid.replicated_from, 1);
  EXPECT_EQ(given.overlap(), Overlap(4, all_rows));
  EXPECT_EQ(given.decomposition.process_grid, (ProcessGrid{1, 6}));
  EXPECT_NE(given.levels_reason.find(whole), std::string::npos) << given.levels_reason;
  const Deck automatic = chosen(16, 16, 6, {"physics.cfl=8.4"}); // asks for five
  EXPECT_EQ(automatic.multigrid.levels, 5);
  EXPECT_EQ(automatic.multigrid.replicated_from, 1);
  EXPECT_NE(automatic.levels_reason.find(whole), std::string::npos) << automatic.levels_reason;
}

TEST(Hierarchy, LevelsAreNotReplicatedIfTheDeckSaysSo) {
  const Deck deck = chosen(16, 16, 6, {"physics.cfl=8.4", "multigrid.replicated_from=0"});
  EXPECT_EQ(deck.multigrid.levels, 3) << "the most that 2 x 3 ranks allow";
  EXPECT_EQ(deck.overlap(), Overlap());
}

// 2 x 2 ranks could have five levels of 32 x 32 columns, four slabs four.
TEST(Hierarchy, LevelsThatSlabsCannotHaveAreReplicatedWhereOthersOverlap) {
  const Deck apart = chosen(32, 32, 4, {"multigrid.levels=5"});
  EXPECT_EQ(apart.multigrid.replicated_from, 0);
  const Deck deck = chosen(32, 32, 4, {"multigrid.levels=5", "multigrid.overlap_rows=[2,4,4]"});
  EXPECT_EQ(deck.multigrid.replicated_from, 3);
  EXPECT_EQ(deck.overlap(), (Overlap{2, 4, all_rows, all_rows}));
  EXPECT_EQ(deck.decomposition.process_grid, (ProcessGrid{1, 4}));
}

TEST(Hierarchy, ProcessGridsWithRanksInXAreRefusedWhereLevelsOverlap) {
  const std::string line = ": the process grid has 2 ranks in x; expected [] and 0, or "
                           "decomposition.process_grid = [1, 4]";
  const std::string grid_of_ranks = "decomposition.process_grid=[2,2]";
  EXPECT_EQ(
      refusal(64, 64, 4, {"multigrid.levels=3", grid_of_ranks, "multigrid.overlap_rows=[2,2]"}),
      "--set multigrid.overlap_rows=[2,2]" + line);
  EXPECT_EQ(
      refusal(64, 64, 4, {"multigrid.levels=3", grid_of_ranks, "multigrid.replicated_from=2"}),
      "--set multigrid.replicated_from=2" + line);
  EXPECT_EQ(error_of([&] {
              Deck deck =
                  parse(columns(64, 64) + "[multigrid]\nlevels = 3\noverlap_rows = [2, 2]\n",
                        {grid_of_ranks});
              choose_levels(deck, 4);
            }),
            "deck.toml:7: multigrid.overlap_rows = [2, 2]" + line);
  EXPECT_EQ(refusal(64, 64, 4,
                    {"multigrid.levels=3", "multigrid.overlap_rows=[2,2]",
                     "decomposition.process_grid=[1,4]"}),
            "(no error)");
}

TEST(Hierarchy, RefusesMoreNumbersThanCoarseLevels) {
  EXPECT_EQ(refusal(64, 64, 2, {"multigrid.levels=3", "multigrid.overlap_rows=[2,2,2]"}),
            "--set multigrid.overlap_rows=[2,2,2]: multigrid option overlap: expected at most 2 "
            "numbers, one for each coarse level");
}

TEST(Hierarchy, MergesOfAutomaticLevelsAreCheckedToo) {
  EXPECT_EQ(refusal(64, 64, 4, {"multigrid.merge=[[1,4]]"}),
            "--set multigrid.merge=[[1,4]]: level 1 on 4 ranks; expected 1 to 3 ranks, fewer than "
            "in front of it");
  EXPECT_EQ(refusal(64, 64, 4, {"multigrid.merge=[[9,1]]"}),
            "--set multigrid.merge=[[9,1]]: level 9 on 1 rank; expected a level from 1 to 6");
}

TEST(Hierarchy, OneRankMergesNothingAndHasAllLevels) {
  const Deck merged = chosen(64, 64, 1, {"multigrid.merge=[[1,4]]"}), plain = chosen(64, 64, 1);
  EXPECT_TRUE(merged.merges().empty());
  EXPECT_EQ(merged.multigrid.levels, plain.multigrid.levels);
  EXPECT_EQ(merged.levels_reason, plain.levels_reason);
}

/// The columns that all ranks together compute: theirs, and 2 x 2 x 3 rows of 32 on level 1 of four slabs.
TEST(Hierarchy, LevelsOfARunCountComputedColumns) {
  const Deck deck = chosen(64, 64, 4, {"multigrid.levels=3", "multigrid.overlap_rows=[2,3]"});
  const std::vector<LevelOfRun> levels =
      levels_of_run(deck, Decomposition({64, 64, 3, 4, deck.decomposition.process_grid}));
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0].overlap, 0);
  EXPECT_EQ(levels[0].computed, 64 * 64);
  EXPECT_EQ(levels[1].overlap, 2);
  EXPECT_EQ(levels[1].computed, 32 * (32 + 2 * 2 * 3));
  EXPECT_EQ(levels[2].overlap, 3);
  EXPECT_EQ(levels[2].computed, 16 * (16 + 2 * 3 * 3));
}

} // namespace
} // namespace isobar
