// The order in which a step works on a rectangle with neighbours: all columns once, those beside neighbours first.
#include <isobar/core/multigrid/rim_first_sides.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace isobar {
namespace {

/// A grid that knows nothing but its columns.
struct BareGrid {
  Partition columns;
  const Partition& partition() const { return columns; }
  BareGrid part(int i, int j, int nx, int ny) const {
    BareGrid some = *this;
    some.columns.first_i += i;
    some.columns.first_j += j;
    some.columns.nx = nx;
    some.columns.ny = ny;
    return some;
  }
};

/// For each column 1 if a step works on it before it sends, 2 behind that; 0 or more than 2 is a mistake.
std::vector<int> order_of(const Partition& p, bool reversed = false) {
  std::vector<int> order(std::size_t(p.nx) * std::size_t(p.ny), 0);
  int now = reversed ? 2 : 1;
  const auto step = [&](const BareGrid& some, int i, int j) {
    EXPECT_EQ(i % 32, 0); // whole packs
    EXPECT_EQ(some.columns.first_i, p.first_i + i);
    EXPECT_EQ(some.columns.first_j, p.first_j + j);
    for (int y = j; y < j + some.columns.ny; ++y)
      for (int x = i; x < i + some.columns.nx; ++x)
        order[std::size_t(y) * std::size_t(p.nx) + std::size_t(x)] += now;
  };
  const RimFirstSides<BareGrid> parts(BareGrid{p}, 2);
  EXPECT_FALSE(parts.empty());
  if (reversed) parts.inner_first(step, [&] { now = 1; });
  else parts.for_each(step, [&] { now = 2; });
  return order;
}

/// The same from the definition: 2 rows and 32 columns or a few more beside each neighbour.
void expect_rims_first(const Partition& p) {
  const std::vector<int> order = order_of(p);
  EXPECT_EQ(order, order_of(p, true));
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const int found = order[std::size_t(j) * std::size_t(p.nx) + std::size_t(i)];
      const bool in_x = p.nx < p.global_nx, in_y = p.ny < p.global_ny;
      const bool beside = (in_x && ((i < 1 && !p.at_west()) || (i >= p.nx - 1 && !p.at_east()))) ||
                          (in_y && ((j < 2 && !p.at_south()) || (j >= p.ny - 2 && !p.at_north())));
      EXPECT_TRUE(found == 1 || (found == 2 && !beside)) << i << ", " << j;
    }
  EXPECT_EQ(order[std::size_t(p.ny / 2) * std::size_t(p.nx) + std::size_t(p.nx / 2)], 2);
}

Partition rectangle(int first_i, int nx, int first_j, int ny, Periodic periodic = {}) {
  Partition p = Partition::whole(400, 60, periodic);
  p.first_i = first_i;
  p.nx = nx;
  p.first_j = first_j;
  p.ny = ny;
  return p;
}

TEST(RimFirstSides, ColumnsBesideNeighboursComeBeforeAllOthers) {
  expect_rims_first(rectangle(100, 110, 20, 20));            // neighbours on all sides
  expect_rims_first(rectangle(0, 101, 0, 30));               // a corner of the domain
  expect_rims_first(rectangle(300, 100, 40, 20));            // the opposite one
  expect_rims_first(rectangle(100, 96, 0, 60));              // in x alone
  expect_rims_first(rectangle(0, 400, 15, 15));              // in y alone
  expect_rims_first(rectangle(0, 200, 0, 60, {true, true})); // around x; y is its own
  expect_rims_first(rectangle(0, 400, 0, 30, {true, true}));
}

TEST(RimFirstSides, ThereAreNoPartsWithoutNeighboursOrWithFewColumns) {
  const auto none = [](const Partition& p) {
    return RimFirstSides<BareGrid>(BareGrid{p}, 2).empty();
  };
  EXPECT_TRUE(none(Partition::whole(400, 60)));
  EXPECT_TRUE(none(Partition::whole(400, 60, {true, true})));
  EXPECT_TRUE(none(rectangle(100, 95, 0, 60)));
  EXPECT_TRUE(none(rectangle(100, 20, 0, 60)));
  EXPECT_TRUE(none(rectangle(0, 63, 0, 60)));
  EXPECT_TRUE(none(rectangle(0, 400, 20, 8)));
  EXPECT_TRUE(none(rectangle(100, 110, 20, 8)));
}

} // namespace
} // namespace isobar
