// The segments into which a GPU's teams divide the rows of a march. Numbers of teams are those of an H200.
#include "walk/gpu/row_range.hpp"

#include <gtest/gtest.h>

namespace isobar {
namespace {

constexpr int at_once = 264;

int rounds(int tiles, int segments) { return divide_up(tiles * segments, at_once); }

TEST(Segments, FillTheMultiprocessorsInOneRoundWhereTheyCan) {
  // 64 and 128 tiles of 512 and 1024 columns in four groups of layers: 97 % of the teams have work.
  EXPECT_EQ(best_segments(64, 512, at_once), 4);
  EXPECT_EQ(best_segments(128, 1024, at_once), 2);
  // Coarse levels have as many teams as rows, or one round of them.
  EXPECT_EQ(best_segments(8, 64, at_once), 33);
  EXPECT_EQ(best_segments(2, 32, at_once), 32);
}

/// tests/programs/cli_model.py has these numbers for the model's rule.
TEST(Segments, OfColumnsThatFillNoWholeRounds) {
  EXPECT_EQ(best_segments(23, 736, 132), 11);
  EXPECT_EQ(best_segments(45, 1440, 132), 20);
}

TEST(Segments, TakeSeveralRoundsWhereOneLeavesMultiprocessorsIdle) {
  // 144 and 384 tiles of 1152 and 3072 columns: one round has work for 55 %, and for 73 % of two.
  for (const auto& [tiles, rows] : {std::pair{92, 736}, {144, 1152}, {180, 1440}, {384, 3072}}) {
    const int best = best_segments(tiles, rows, at_once);
    EXPECT_GT(rounds(tiles, best), 1) << rows;
    EXPECT_LT(march_cost(tiles, rows, best, 4, at_once),
              0.95 * march_cost(tiles, rows, segments_at_once(tiles, rows, at_once), 4, at_once))
        << rows;
    EXPECT_GT(tiles * best, int(0.9 * rounds(tiles, best) * at_once)) << rows;
  }
}

TEST(Segments, AreNeverMoreThanRowsNorFewerThanOne) {
  for (const int tiles : {1, 3, 40, 264, 265, 1000, 100000})
    for (const int rows : {1, 2, 3, 5, 64, 1000}) {
      const int best = best_segments(tiles, rows, at_once);
      EXPECT_GE(best, 1);
      EXPECT_LE(best, rows);
    }
}

} // namespace
} // namespace isobar
