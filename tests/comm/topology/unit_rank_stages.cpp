// Which ranks have what of a hierarchy with merged levels, for any number of ranks; and merges that cannot be.
#include <isobar/comm/topology/rank_stages.hpp>
#include <isobar/core/grid/coarsening.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace isobar {
namespace {

std::vector<int> counts(const RankStages& stages) {
  std::vector<int> all;
  for (int s = 0; s < stages.count(); ++s) all.push_back(int(stages.members(s).size()));
  return all;
}

std::string refusal(const std::vector<LevelMerge>& merges, int levels = 6, int ranks = 16) {
  try {
    const int front = std::clamp(merges[0].level, 1, 4) + 1;
    RankStages(Decomposition({64, 64, front, ranks, {}}), merges, levels);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(RankStages, GroupsOfRanksMergeOntoTheFirstOfEach) {
  const RankStages stages(Decomposition({256, 256, 3, 64, {}}), {{2, 16}, {4, 4}, {5, 1}}, 7);
  EXPECT_EQ(counts(stages), (std::vector<int>{64, 16, 4, 1}));
  EXPECT_EQ(stages.members(2), (std::vector<int>{0, 16, 32, 48}));
  const RankStages uneven(Decomposition({64, 64, 2, 7, {}}), {{1, 3}}, 2);
  EXPECT_EQ(uneven.members(1), (std::vector<int>{0, 2, 4})); // n 7 / 3
  EXPECT_EQ(stages.place(1, 8), 2);
  EXPECT_EQ(stages.place(1, 9), std::nullopt);
  EXPECT_EQ(stages.place(2, 8), std::nullopt);
}

// Each column of a level belongs to one rank on either side of a merge.
TEST(RankStages, EveryColumnIsOnOneRankOfAStage) {
  const RankStages stages(Decomposition({96, 96, 3, 12, {}}), {{2, 5}, {3, 2}}, 4);
  for (int stage = 1; stage < stages.count(); ++stage) {
    const MergeParts parts = stages.parts(stage);
    const int level = stages.first_level(stage);
    Int64 before = 0, behind = 0;
    for (const Partition& p : parts.parts) before += Int64(p.nx) * p.ny;
    for (const auto& p : parts.merged) behind += p ? Int64(p->nx) * p->ny : 0;
    EXPECT_EQ(before, Int64(96 >> level) * (96 >> level));
    EXPECT_EQ(behind, before);
  }
}

// Panels are cut anew for the ranks of each stage, so that a level may have fewer columns than the finest one has patches.
TEST(RankStages, EveryColumnOfTheSphereIsOnOneRankOfAStage) {
  const RankStages stages(
      Decomposition({.nx = 32, .ny = 32, .levels = 3, .ranks = 24, .sphere = true}),
      {{2, 8}, {3, 3}, {5, 1}}, 6);
  EXPECT_EQ(counts(stages), (std::vector<int>{24, 8, 3, 1}));
  for (int stage = 1; stage < stages.count(); ++stage) {
    const MergeParts parts = stages.parts(stage);
    const int level = stages.first_level(stage), n = 32 >> level;
    Int64 before = 0, behind = 0;
    for (const Partition& p : parts.parts) before += p.columns();
    for (const auto& p : parts.merged) behind += p ? p->columns() : 0;
    EXPECT_EQ(before, 6 * n * n);
    EXPECT_EQ(behind, before);
    EXPECT_EQ(stages.all_columns(level), Partition::whole_sphere(n));
  }
  EXPECT_EQ(stages.partition(2, 0, 4), Partition::on_sphere(2, {0, 2, 1, 1}));
  EXPECT_EQ(stages.partition(3, 0, 5), Partition::whole_sphere(1));
}

// Widths are counted in columns of the finest level, which a decomposition of coarse columns does not know.
TEST(RankStages, PartsAreThoseThatCoarseningGives) {
  const Decomposition front({50, 37, 2, 4, {}});
  const RankStages stages(front, {{1, 1}}, 4);
  Partition p = Partition::whole(50, 37);
  for (int level = 1; level < 4; ++level) {
    p = next_coarser(p);
    EXPECT_EQ(stages.partition(1, 0, level), p) << level;
  }
  EXPECT_EQ(stages.parts(1).parts[3], front.of_rank(3).partition(1));
}

TEST(RankStages, EachRankKnowsWhatItHas) {
  const RankStages stages(Decomposition({64, 64, 2, 4, {}}), {{1, 2}, {3, 1}}, 5);
  EXPECT_EQ(stages.merged_parts(0).size(), 2u);
  EXPECT_EQ(stages.merged_parts(0)[1].columns, stages.partition(2, 0, 3));
  EXPECT_EQ(stages.merged_parts(2)[1].columns, std::nullopt);
  ASSERT_EQ(stages.merged_parts(1).size(), 1u);
  EXPECT_EQ(stages.merged_parts(1)[0].columns, std::nullopt);
}

TEST(RankStages, OntoNoneEveryRankHasAll) {
  const RankStages stages(Decomposition({64, 64, 3, 4, {}}), {{2, 0}}, 4);
  for (int rank = 0; rank < 4; ++rank)
    EXPECT_TRUE(stages.merged_parts(rank).at(0).columns->is_whole());
  EXPECT_EQ(stages.ranks(1), 4);
}

TEST(RankStages, RefusesMergesThatCannotBe) {
  EXPECT_EQ(refusal({{2, 4}}), "(no error)");
  EXPECT_EQ(refusal({{6, 4}}), "level 6 on 4 ranks; expected a level from 1 to 5");
  EXPECT_EQ(refusal({{0, 4}}), "level 0 on 4 ranks; expected a level from 1 to 5");
  EXPECT_EQ(refusal({{3, 4}, {3, 1}}), "level 3 on 1 rank; expected a level from 4 to 5");
  EXPECT_EQ(refusal({{5, 4}, {5, 1}}), "level 5 on 1 rank; expected none, as there are 6 levels");
  EXPECT_EQ(refusal({{2, 16}}),
            "level 2 on 16 ranks; expected 1 to 15 ranks, fewer than in front of it");
  EXPECT_EQ(refusal({{2, 4}, {3, 4}}),
            "level 3 on 4 ranks; expected 1 to 3 ranks, fewer than in front of it");
  EXPECT_EQ(refusal({{2, 0}, {3, 1}}),
            "level 3 on 1 rank; expected none, as finer levels are not distributed over ranks");
  EXPECT_EQ(refusal({{2, 1}, {3, 1}}),
            "level 3 on 1 rank; expected none, as finer levels are not distributed over ranks");
  EXPECT_EQ(refusal({{2, 12}}, 7),
            "level 2 on 12 ranks: 5 levels: 16 x 16 columns on 12 ranks allow at most 3");
}

TEST(RankStages, ALevelIsOfTheLastStageThatHasIt) {
  const RankStages stages(Decomposition({64, 64, 2, 4, {}}), {{1, 2}, {3, 1}}, 5);
  std::vector<int> all;
  for (int level = 0; level < 5; ++level) all.push_back(stages.stage_of(level));
  EXPECT_EQ(all, (std::vector<int>{0, 1, 1, 2, 2}));
}

TEST(RankStages, LevelsUpToTheFirstMergedOneAreDistributed) {
  const DecompositionSpec all{64, 64, 6, 16};
  EXPECT_EQ(in_front_of({}, all).levels, 6);
  EXPECT_EQ(in_front_of({{2, 4}, {4, 1}}, all).levels, 3);
  EXPECT_EQ(in_front_of({{5, 1}}, all).levels, 6);
  EXPECT_EQ(in_front_of({{6, 1}}, all).levels, 1);
}

TEST(MostLevels, AreThoseThatTheRanksOfEachStageCanBeDistributed) {
  const DecompositionSpec all{64, 64, 7, 16};
  EXPECT_EQ(most_levels(all, {}), max_levels(64, 64, 16));
  EXPECT_EQ(most_levels(all, {{2, 4}}), 2 + max_levels(16, 16, 4));
  EXPECT_EQ(most_levels(all, {{2, 4}, {3, 1}}), 7);
  EXPECT_EQ(most_levels(all, {{2, 0}}), 7);
}

TEST(MostLevels, OfTheSphereAreThoseOfFewerPatches) {
  DecompositionSpec all{.nx = 32, .ny = 32, .levels = 6, .ranks = 24, .sphere = true};
  all.process_grid = ProcessGrid{1, 4};
  EXPECT_EQ(most_levels(all, {}), 4);
  EXPECT_EQ(most_levels(all, {{2, 12}}), 5);
  EXPECT_EQ(most_levels(all, {{2, 12}, {3, 6}}), 6);
  EXPECT_THROW(most_levels(all, {{4, 6}}), DecompositionError);
}

TEST(MostLevels, AreAllWhereNoNumberOfThemHelps) {
  EXPECT_EQ(most_levels({2, 2, 2, 5}, {}), 2);
  EXPECT_EQ(most_levels({64, 64, 7, 16, ProcessGrid{3, 2}}, {{2, 4}}), 7);
}

TEST(MostLevels, OfMergesThatCannotBeTheFewestSayWhy) {
  const auto why = [](const std::vector<LevelMerge>& merges) -> std::string {
    try {
      most_levels({64, 64, 7, 16}, merges);
    } catch (const std::exception& e) {
      return e.what();
    }
    return "(no error)";
  };
  EXPECT_EQ(why({{2, 16}}),
            "level 2 on 16 ranks; expected 1 to 15 ranks, fewer than in front of it");
  EXPECT_EQ(why({{9, 1}}), "level 9 on 1 rank; expected a level from 1 to 6");
  EXPECT_EQ(why({{6, 1}}), "7 levels: 64 x 64 columns on 16 ranks allow at most 5");
}

} // namespace
} // namespace isobar
