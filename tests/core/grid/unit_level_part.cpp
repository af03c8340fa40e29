// The columns of each level that ranks own and compute, and impossible overlaps.
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/grid/level_part.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace isobar::level_part_test {
namespace {

struct Case {
  int nx, ny, ranks, distributed; ///< number of distributed levels
  int levels;
  Overlap overlap;
};

/// Slabs of equal and of unequal size, narrow last rows, levels that halve x alone, and levels that all ranks
/// have whole.
const Case cases[] = {{24, 48, 1, 3, 3, {}},
                      {24, 48, 2, 3, 3, {2, 3}},
                      {24, 48, 3, 3, 3, {8, 4}},
                      {24, 48, 6, 3, 3, {4, 5}},
                      {24, 48, 6, 3, 3, {24, 12}},
                      {24, 51, 3, 3, 3, {2, 1}},
                      {12, 49, 6, 3, 3, {0, 3}},
                      {80, 25, 4, 3, 3, {4, 5}},
                      {64, 64, 4, 3, 5, {2, all_rows, 0, 0}},
                      {64, 64, 4, 2, 4, {all_rows, all_rows, all_rows}},
                      {16, 16, 6, 2, 5, {all_rows, 2, 1, 0}},
                      {16, 12, 2, 3, 3, {2, 1}},
                      {16, 24, 3, 3, 4, {4, 6, 3}},
                      {12, 13, 2, 3, 3, {2, 1}}};

/// By rank and level.
std::vector<std::vector<LevelPart>> parts_of(const Case& c) {
  const Decomposition d({c.nx, c.ny, c.distributed, c.ranks, ProcessGrid{1, c.ranks}});
  std::vector<std::vector<LevelPart>> parts;
  for (int rank = 0; rank < c.ranks; ++rank)
    parts.push_back(level_parts(d.of_rank(rank).partition(), c.levels, c.overlap));
  return parts;
}

/// Parts of one level that are whole on every rank, or side by side from the first row to the last one.
void expect_distributed(const std::vector<std::vector<LevelPart>>& parts, std::size_t level) {
  const bool whole = parts[0][level].owned.is_whole();
  int next = 0;
  for (const auto& of_rank : parts) {
    const Partition& p = of_rank[level].owned;
    EXPECT_EQ(p.is_whole(), whole);
    EXPECT_EQ(of_rank[level].whole, parts[0][level].whole);
    EXPECT_EQ(p.nx, p.global_nx);
    EXPECT_GE(p.ny, 1);
    EXPECT_EQ(p.first_j, whole ? 0 : next);
    next = p.first_j + p.ny;
  }
  EXPECT_EQ(next, parts[0][level].owned.global_ny);
}

TEST(LevelParts, OfAllRanksTileEachLevel) {
  for (const Case& c : cases) {
    SCOPED_TRACE(&c - cases);
    const auto parts = parts_of(c);
    for (std::size_t level = 0; level < std::size_t(c.levels); ++level)
      expect_distributed(parts, level);
  }
}

TEST(LevelParts, AreOwnedRowsAndOverlapAsFarAsTheDomainGoes) {
  for (const Case& c : cases) {
    SCOPED_TRACE(&c - cases);
    for (const auto& of_rank : parts_of(c)) {
      ASSERT_EQ(int(of_rank.size()), c.levels);
      for (int level = 0; level < c.levels; ++level) {
        const auto& [owned, computed, whole] = of_rank[std::size_t(level)];
        const int rows = rows_on(c.overlap, level);
        Partition expected = owned;
        expected.first_j = std::max(0, owned.first_j - rows);
        const int end = std::min(owned.global_ny, owned.first_j + owned.ny + rows);
        // One row more where that is a narrow last one, or covers that of the finer level.
        const bool ends_beside_last = rows > 0 && end + 1 == owned.global_ny;
        const int finer_ny = level > 0 ? of_rank[std::size_t(level) - 1].owned.global_ny : 0;
        const bool narrow =
            owned.global_ny % 2 == 1 ||
            (finer_ny % 2 == 1 && of_rank[std::size_t(level) - 1].computed.at_north());
        expected.ny = end + (ends_beside_last && narrow ? 1 : 0) - expected.first_j;
        EXPECT_EQ(computed, expected);
        EXPECT_EQ(whole, owned.is_whole() || rows >= owned.global_ny);
      }
    }
  }
}

TEST(LevelParts, AreHalvedFromLevelToLevelUntilAllRanksHaveOneWhole) {
  for (const Case& c : cases) {
    SCOPED_TRACE(&c - cases);
    for (const auto& of_rank : parts_of(c))
      for (std::size_t level = 1; level < of_rank.size(); ++level) {
        const LevelPart &part = of_rank[level], &finer = of_rank[level - 1];
        EXPECT_EQ(part.owned, next_coarser(finer.whole ? finer.computed : finer.owned));
        EXPECT_TRUE(!finer.whole || (part.owned.is_whole() && part.whole));
      }
  }
}

// In case 2 the rank in the middle computes all rows of level 1, its neighbours do not: level 2 is distributed.
TEST(LevelParts, StayDistributedBelowALevelThatOneRankAloneHasWhole) {
  const auto parts = parts_of(cases[2]);
  EXPECT_TRUE(parts[1][1].computed.is_whole());
  EXPECT_FALSE(parts[0][1].computed.is_whole());
  for (const auto& of_rank : parts) {
    EXPECT_FALSE(of_rank[1].whole);
    EXPECT_EQ(of_rank[2].owned.ny, 4);
  }
}

std::string refusal(const Partition& finest, int levels, const Overlap& overlap) {
  try {
    level_parts(finest, levels, overlap);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing";
}

TEST(LevelParts, RefuseAnOverlapThatCannotBe) {
  const Partition slab{32, 64, 0, 16, 32, 16};
  const std::string of = "a hierarchy of 3 levels: level ";
  EXPECT_EQ(refusal(slab, 3, {2, 3}), "nothing");
  EXPECT_EQ(refusal(slab, 3, {3, 3}),
            of + "1 has an overlap of 3 rows; expected an even number on all levels but the "
                 "coarsest");
  EXPECT_EQ(refusal(slab, 3, {6, 3}), "nothing");
  EXPECT_EQ(refusal(slab, 3, {6, 2}),
            of + "2 has an overlap of 2 rows; expected at least half of the finer level's, 6");
  EXPECT_EQ(refusal(slab, 3, {2}),
            of + "2 has an overlap of 0 rows; expected at least half of the finer level's, 2");
  EXPECT_EQ(refusal(slab, 3, {-2, 2}), of + "1 has an overlap of -2 rows; expected at least 0");
  const Partition beside{32, 64, 16, 16, 16, 16};
  EXPECT_EQ(refusal(beside, 3, {}), "nothing");
  EXPECT_EQ(refusal(beside, 3, {2, 2}),
            of + "1 has an overlap of 2 rows; expected 0 where ranks do not own whole rows");
}

// A rank that has the whole level needs nothing from others.
TEST(LevelParts, TakeAnyOverlapOnOneRankAndBelowAWholeLevel) {
  EXPECT_EQ(refusal(Partition::whole(32, 64), 3, {3, 1}), "nothing");
  EXPECT_EQ(refusal({32, 64, 0, 16, 32, 16}, 4, {all_rows, 3, 0}), "nothing");
}

// 160 x 40 columns become 80 x 40 and 40 x 40: coarse rows are as wide as fine ones.
TEST(LevelParts, RefuseFewerRowsThanOnAFinerLevelWhereXAloneIsHalved) {
  const Partition slab{160, 40, 0, 16, 160, 8};
  EXPECT_EQ(refusal(slab, 3, {2, 2}), "nothing");
  EXPECT_EQ(refusal(slab, 3, {4, 3}),
            "a hierarchy of 3 levels: level 2 has an overlap of 3 rows; expected at least the "
            "finer level's, 4, as x alone is halved");
}

TEST(LevelParts, RefusePartsThatCannotBeHalved) {
  EXPECT_EQ(refusal({32, 32, 0, 3, 32, 5}, 2, {2}),
            "a hierarchy of 2 levels: level 0 has 32 x 5 columns on this rank, from column 0, 3 "
            "on, which do not begin and end between those of a coarser level; expected a "
            "decomposition made for as many levels");
  EXPECT_EQ(refusal({32, 64, 0, 32, 32, 32}, 8, {all_rows}),
            "a hierarchy of 8 levels: level 6 has 1 x 1 columns, which cannot be halved; expected "
            "at most 7 levels");
}

TEST(LevelParts, RowsOfALevelThatHasNoNumberAreNone) {
  const Overlap overlap{2, all_rows};
  EXPECT_EQ(rows_on(overlap, 0), 0);
  EXPECT_EQ(rows_on(overlap, 1), 2);
  EXPECT_EQ(rows_on(overlap, 2), all_rows);
  EXPECT_EQ(rows_on(overlap, 3), 0);
  EXPECT_EQ(rows_on({}, 1), 0);
}

} // namespace
} // namespace isobar::level_part_test
