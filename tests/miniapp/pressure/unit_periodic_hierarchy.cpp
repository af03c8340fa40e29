// Levels and overlap that are chosen if the domain is periodic, and refusals.
#include "pressure/problem/equation_of.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "support_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace isobar::periodic_hierarchy_test {
namespace {

constexpr Periodic around_x{true, false}, around_y{false, true};

/// The deck with chosen levels, for n x n columns.
Deck chosen(Periodic periodic, int n, int ranks, const std::vector<std::string>& settings) {
  Deck deck =
      parse(fmt::format("[grid]\nnx = {}\nny = {}\nnz = 8\ndomain = \"flat\"\n", n, n), settings);
  GridSpec spec = grid_spec(deck);
  if (periodic.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (periodic.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  choose_levels(deck, spec, ranks);
  return deck;
}
std::string refusal(Periodic periodic, int ranks, const std::vector<std::string>& settings) {
  return error_of([&] { chosen(periodic, 64, ranks, settings); });
}

TEST(PeriodicHierarchy, AutomaticLevelsEndWhereColumnsAreOdd) {
  for (const int ranks : {1, 2, 4}) {
    EXPECT_EQ(chosen(around_x, 24, ranks, {"physics.cfl=84"}).multigrid.levels, 4);
    EXPECT_EQ(chosen({}, 24, 1, {"physics.cfl=84"}).multigrid.levels, 6);
  }
}

TEST(PeriodicHierarchy, NoRowsOverlapWhereYIsPeriodic) {
  const Deck deck = chosen(around_y, 16, 6, {"physics.cfl=8.4"});
  EXPECT_EQ(deck.overlap(), Overlap());
  EXPECT_EQ(deck.multigrid.replicated_from, 0);
  EXPECT_EQ(deck.multigrid.levels, 3) << "the most that 2 x 3 ranks allow";
  EXPECT_EQ(chosen(around_x, 16, 6, {"physics.cfl=8.4"}).multigrid.replicated_from, 1);
}

TEST(PeriodicHierarchy, KeysOfOverlapAreRefusedWhereYIsPeriodic) {
  const std::string line = ": y is periodic; expected [] and 0";
  for (const std::string key : {"multigrid.overlap_rows=[2,2]", "multigrid.replicated_from=1"}) {
    const std::vector<std::string> settings{"multigrid.levels=3", key};
    EXPECT_EQ(refusal(around_y, 4, settings), "--set " + key + line);
    EXPECT_EQ(refusal(around_x, 4, settings), "(no error)");
    EXPECT_EQ(refusal(around_y, 1, settings), "(no error)") << "nothing to overlap with";
  }
}

} // namespace
} // namespace isobar::periodic_hierarchy_test
