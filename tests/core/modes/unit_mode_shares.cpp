// Which rank solves which modes.
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

TEST(ModeShares, AreDealtInTurnFromTheLeast) {
  const ModeShares second = ModeShares::dealt({0, 2, 4, 7}, 1);
  EXPECT_EQ(second.order, (std::vector<int>{0, 3, 1, 4, 2, 5, 6}));
  EXPECT_EQ(second.first, 2);
  EXPECT_EQ(second.count, 2);
  EXPECT_EQ(second.among_first(2), 1);
  EXPECT_EQ(second.own({0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0}),
            (std::vector<double>{10.0, 40.0}));
}

TEST(ModeShares, OfMoreRanksThanModesAreEmptyForSome) {
  const std::vector<int> firsts{0, 0, 1, 1, 2};
  for (const int rank : {0, 2}) EXPECT_EQ(ModeShares::dealt(firsts, rank).count, 0);
  EXPECT_EQ(ModeShares::dealt(firsts, 3).own({8.0, 9.0}), (std::vector<double>{9.0}));
}

TEST(ModeShares, HaveEachModeOnce) {
  for (const std::vector<int>& firsts : {std::vector<int>{0, 5}, {0, 3, 6, 9, 13}, {0, 0, 7}}) {
    std::vector<int> order = ModeShares::dealt(firsts, 0).order;
    std::ranges::sort(order);
    for (std::size_t n = 0; n < order.size(); ++n) EXPECT_EQ(order[n], int(n));
  }
}

} // namespace
} // namespace isobar::mode_shares_test
