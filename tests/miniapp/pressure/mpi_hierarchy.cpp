// How this test's ranks distribute columns if coarse levels overlap or are replicated.
#include "pressure/setup/hierarchy.hpp"
#include "support_deck.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace isobar;

namespace {

/// Messages through the host: with them levels with pre-smoothing overlap only if the deck says so, on GPUs too.
Deck chosen(const std::vector<std::string>& settings) {
  Deck deck = parse("[grid]\nnx = 40\nny = 48\nnz = 8\n", settings);
  choose_levels(deck, MpiComm(MPI_COMM_WORLD).size(), Transport::staged);
  return deck;
}

} // namespace

// Levels of 48, 24, 12 and 6 rows.
TEST(Hierarchy, DealsTheLevelsAboveTheReplicatedOnes) {
  const MpiComm world(MPI_COMM_WORLD);
  const Deck deck = chosen({"multigrid.levels=4", "multigrid.replicated_from=2"});
  const Decomposition d = decompose(deck, world);
  if (world.size() == 1) {
    EXPECT_EQ(d.levels(), 4);
    return;
  }
  EXPECT_EQ(d.process_grid(), (ProcessGrid{1, world.size()}));
  EXPECT_EQ(d.levels(), 3) << "level 2 is the last one that ranks own parts of";
  for (const LevelOfRun& level : levels_of_run(deck, d)) {
    const bool whole = level.ny <= 12;
    EXPECT_EQ(level.computed, Int64(level.nx) * level.ny * (whole ? world.size() : 1));
    EXPECT_EQ(level.overlap, whole ? all_rows : 0);
  }
}

TEST(Hierarchy, RefusesRowsThatDoNotFitByTheirKey) {
  const MpiComm world(MPI_COMM_WORLD);
  const auto refusal = [&](const std::string& rows,
                           const std::string& more = "multigrid.coarse_steps=2") {
    return error_of([&] {
      decompose(chosen({"multigrid.levels=3", "multigrid.overlap_rows=" + rows, more}), world);
    });
  };
  if (world.size() == 1) {
    for (const char* rows : {"[3,3]", "[4,1]", "[2]"}) EXPECT_EQ(refusal(rows), "(no error)");
    return;
  }
  EXPECT_EQ(refusal("[2,3]"), "(no error)");
  EXPECT_EQ(refusal("[3,3]"),
            "--set multigrid.overlap_rows=[3,3]: a hierarchy of 3 levels: level 1 "
            "has an overlap of 3 rows; expected an even number on all levels but "
            "the coarsest");
  EXPECT_EQ(refusal("[4,1]"),
            "--set multigrid.overlap_rows=[4,1]: a hierarchy of 3 levels: level 2 "
            "has an overlap of 1 rows; expected at least half of the finer "
            "level's, 4");
  EXPECT_EQ(refusal("[2]"),
            "--set multigrid.overlap_rows=[2]: a hierarchy of 3 levels: level 2 has "
            "an overlap of 0 rows; expected at least half of the finer level's, 2");
  EXPECT_EQ(
      refusal("[2,3]", "multigrid.coarse_solver=cg"),
      "--set multigrid.overlap_rows=[2,3]: multigrid option overlap: expected 0 or all rows on "
      "the coarsest level, as CG solves it");
}
