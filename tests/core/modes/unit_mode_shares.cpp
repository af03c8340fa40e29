// Which rank solves which modes.
#include <isobar/core/modes/horizontal_problems.hpp>
#include <isobar/core/modes/mode_shares.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace isobar::mode_shares_test {
namespace {

TEST(ModeShares, OfOneRankAreAllInTheirOrder) {
  const ModeShares shares = ModeShares::whole(4);
  EXPECT_EQ(shares.order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(shares.count, 4);
  EXPECT_EQ(shares.among_first(3), 3);
  EXPECT_EQ(shares.own({2.0, 3.0, 5.0, 7.0}), (std::vector<double>{2.0, 3.0, 5.0, 7.0}));
}

TEST(ModeShares, AreDistributedInTurnFromTheLeast) {
  const ModeShares second = ModeShares::distributed({0, 2, 4, 7}, 1);
  EXPECT_EQ(second.order, (std::vector<int>{0, 3, 1, 4, 2, 5, 6}));
  EXPECT_EQ(second.first, 2);
  EXPECT_EQ(second.count, 2);
  EXPECT_EQ(second.among_first(2), 1);
  EXPECT_EQ(second.own({0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0}),
            (std::vector<double>{10.0, 40.0}));
}

TEST(ModeShares, OfMoreRanksThanModesAreEmptyForSome) {
  const std::vector<int> firsts{0, 0, 1, 1, 2};
  for (const int rank : {0, 2}) EXPECT_EQ(ModeShares::distributed(firsts, rank).count, 0);
  EXPECT_EQ(ModeShares::distributed(firsts, 3).own({8.0, 9.0}), (std::vector<double>{9.0}));
}

TEST(ModeShares, HaveEachModeOnce) {
  for (const std::vector<int>& firsts : {std::vector<int>{0, 5}, {0, 3, 6, 9, 13}, {0, 0, 7}}) {
    std::vector<int> order = ModeShares::distributed(firsts, 0).order;
    std::ranges::sort(order);
    for (std::size_t n = 0; n < order.size(); ++n) EXPECT_EQ(order[n], int(n));
  }
}

TEST(ModeShares, OfLowModesLeaveTheOthersInTheirOrder) {
  const ModeShares second = ModeShares::distributed({0, 1, 3}, 1, {6, 3, 4});
  EXPECT_EQ(second.order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(second.has_modes_of_columns());
  EXPECT_FALSE(ModeShares::distributed({0, 1, 3}, 1).has_modes_of_columns());
  EXPECT_EQ(ModeShares::distributed({0, 2, 3}, 1, {5, 3, 4}).by_place({0.0, 1.0, 2.0, 3.0, 4.0}),
            (std::vector<double>{0.0, 2.0, 1.0, 3.0, 4.0}));
}

/// Steps solve the modes behind those that change ranks; multigrid solves this rank's of the others.
TEST(ModeShares, SayWhatARankSolves) {
  const std::vector<double> values{1.0, 4.0, 9.0, 16.0, 25.0};
  const OwnModes columns(ModeShares::distributed({0, 2, 3}, 1, {5, 3, 4}), values, 3),
      planes(ModeShares::distributed({0, 3, 5}, 1), values, 3),
      one(ModeShares::whole(5), values, 3);
  EXPECT_EQ(columns.low, (std::vector<double>{4.0}));
  EXPECT_EQ(columns.steps, (std::vector<double>{1.0, 9.0, 4.0, 16.0, 25.0}));
  EXPECT_EQ(columns.first_step, 3);
  EXPECT_EQ(planes.low, (std::vector<double>{4.0}));
  EXPECT_EQ(planes.steps, (std::vector<double>{4.0, 16.0}));
  EXPECT_EQ(planes.first_step, 1);
  EXPECT_EQ(one.low.size(), 3u);
  EXPECT_EQ(one.first_step, 3);
  for (const OwnModes& modes : {columns, planes, one}) EXPECT_EQ(modes.least, 1.0);
}

} // namespace
} // namespace isobar::mode_shares_test
