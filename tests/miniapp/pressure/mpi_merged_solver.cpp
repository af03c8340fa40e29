// Solvers whose coarse levels are on fewer ranks: as one rank, and as the same ranks without a merge.
#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/problem.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/solver_setup.hpp"

#include "support_deck.hpp"
#include "support_fields.hpp"
#include "support_solved.hpp"
#include "support_transport.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace isobar;

namespace {

using Settings = std::vector<std::string>;

Deck deck_of(int nx, int ny, int levels, const Settings& settings) {
  return parse(fmt::format("[grid]\nnx = {}\nny = {}\nnz = 6\n[rhs]\nkind = \"random\"\n[solver]\n"
                           "tolerance = 1e-5\nmax_iterations = 300\n[multigrid]\nlevels = {}\n",
                           nx, ny, levels),
               settings);
}

/// By a deck's solver on the ranks of a communicator. `before`: a deck whose equation it is made for, and then updated to the
/// deck's own.
template <class P>
Solved solve(Deck deck, const MpiComm& comm, const TransportPlan& transports,
             const Deck* before = nullptr) {
  const Equation equation = equation_of(before ? *before : deck);
  choose_levels(deck, equation.spec, comm.size(), transports.inside);
  const Decomposition d = decompose(deck, equation.spec, comm.size(), comm.rank());
  SolverSetup<P> setup({deck, equation, d, &comm, transports});
  if (before) setup.update(equation_of(deck));
  const Partition part = d.partition().in_host_order();
  Solved s{{}, part, HostField("solution", part.ny, part.nx, deck.grid.nz)};
  fill_right_side(deck, part, s.solution);
  setup.order.integrate(setup.grid, s.solution, setup.f);
  s.report = setup.solver->solve(setup.f, {deck.solver.tolerance, deck.solver.max_iterations, {}});
  setup.order.to_host(setup.solver->solution(), s.solution);
  return s;
}

/// Merges onto fewer of this test's ranks; the first level behind a merge is 1 or 2.
std::vector<std::string> merges_of(int ranks) {
  switch (ranks) {
  case 2: return {"[[1,1]]"};
  case 4: return {"[[2,3]]", "[[1,2],[2,1]]"};
  case 6: return {"[[1,2]]", "[[1,3],[2,1]]"};
  default: return {};
  }
}

/// Onto fewer ranks with whole panels, and onto ranks with smaller patches than before.
std::vector<std::string> merges_on_sphere(int ranks) {
  switch (ranks) {
  case 2: return {"[[1,1]]", "[[2,1]]"};
  case 3: return {"[[1,2],[2,1]]"};
  case 4: return {"[[2,3]]", "[[1,2],[2,1]]"};
  case 6: return {"[[1,2]]", "[[1,4],[2,3],[3,1]]"};
  default: return {};
  }
}

template <class P> class MergedLevels : public testing::Test {
protected:
  static constexpr bool in_float = std::is_same_v<typename P::storage, float>;

  /// Merged in all ways against one rank.
  void compare(int nx, int ny, int levels, Settings settings = {}, double tolerance = 1e-11,
               const Deck* before = nullptr) {
    if (in_float) settings.push_back("solver.tolerance=1e-4");
    settings.push_back(fmt::format("fields.layout={}",
                                   P::layout == Layout::x_fastest ? "x-fastest" : "z-fastest"));
    if (in_float) settings.emplace_back("solver.precision=float");
    const Solved whole = solve<P>(deck_of(nx, ny, levels, settings), self, Transport::staged);
    ASSERT_TRUE(whole.report.converged());
    const bool sphere = std::ranges::find(settings, "grid.domain=sphere") != settings.end();
    for (const std::string& merge :
         sphere ? merges_on_sphere(world.size()) : merges_of(world.size())) {
      Settings merged = settings;
      merged.push_back("multigrid.merge=" + merge);
      const Solved mine = solve<P>(deck_of(nx, ny, levels, merged), world, plan, before);
      EXPECT_EQ(mine.report.iterations, whole.report.iterations) << merge;
      EXPECT_LE(difference(mine, whole), in_float ? 1e-4 : tolerance) << merge;
    }
  }

  MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  TransportPlan plan = best_transport(world);
};
using Numbers = testing::Types<Double, Float>;
TYPED_TEST_SUITE(MergedLevels, Numbers, PrecisionNames);

// Ranks that wait must not hang in any of them.
TYPED_TEST(MergedLevels, AgreeWithOneRankInCyclesOfAllKinds) {
  for (const char* kind : {"V", "W", "F"})
    this->compare(24, 48, 4, {fmt::format("multigrid.cycle={}", kind)});
  this->compare(24, 48, 4, {"multigrid.start=full"});
  this->compare(24, 48, 4, {"multigrid.start=full", "multigrid.cycle=F"});
}
TYPED_TEST(MergedLevels, AgreeWithOneRankAtOddSizes) {
  this->compare(33, 50, 4);
  this->compare(25, 54, 3);
  this->compare(33, 50, 4, {"multigrid.restriction=transpose"});
}
TYPED_TEST(MergedLevels, AgreeWithOneRankWhateverASmoothingStepIs) {
  this->compare(24, 48, 3, {"multigrid.smoother=red-black", "multigrid.pre_relaxation=[]"});
  this->compare(24, 48, 3, {"multigrid.pre_relaxation=[]", "multigrid.post_relaxation=[0.6,0.8]"});
  this->compare(24, 48, 3, {"multigrid.pre_relaxation=[0.6,0.8]", "multigrid.post_relaxation=[]"});
}
TYPED_TEST(MergedLevels, AgreeWithOneRankWithMergedLayers) {
  this->compare(33, 50, 4, {"multigrid.merged_layers=4"});
  this->compare(24, 48, 3, {"multigrid.merged_layers=3", "multigrid.start=full"});
}
TYPED_TEST(MergedLevels, AgreeWithOneRankWhereTheDomainIsPeriodic) {
  const Settings x = {"grid.domain=flat", "boundaries.west=periodic", "boundaries.east=periodic"};
  this->compare(48, 48, 3, x);
  Settings both = x;
  for (const char* side : {"south", "north"})
    both.push_back(fmt::format("boundaries.{}=periodic", side));
  this->compare(48, 48, 3, both);
}

TYPED_TEST(MergedLevels, AgreeWithOneRankOnTheSphere) {
  const std::string sphere = "grid.domain=sphere";
  for (const char* kind : {"V", "W", "F"})
    this->compare(24, 24, 4, {sphere, fmt::format("multigrid.cycle={}", kind)});
  this->compare(24, 24, 4, {sphere, "multigrid.start=full"});
  this->compare(24, 24, 4, {sphere, "multigrid.pre_relaxation=[]", "multigrid.merged_layers=3"});
}

class MergedLevelsByColumns : public MergedLevels<ZFastest<Double>> {};
TEST_F(MergedLevelsByColumns, AgreeWithOneRank) { compare(33, 50, 4, {"multigrid.cycle=W"}); }

class MergedLevelsInDouble : public MergedLevels<Double> {};

// CG sums over the ranks that have the coarsest level alone.
TEST_F(MergedLevelsInDouble, AgreeWithOneRankWhereCgSolvesTheCoarsest) {
  compare(24, 48, 3, {"multigrid.coarse_solver=cg", "multigrid.coarse_tolerance=1e-6"}, 1e-8);
}
TEST_F(MergedLevelsInDouble, AgreeWithOneRankInsideKrylovMethods) {
  compare(33, 50, 4, {"solver.method=cg-multigrid"});
}
TEST_F(MergedLevelsInDouble, AgreeWithOneRankInMixedPrecision) {
  compare(24, 48, 4, {"solver.precision=mixed", "solver.tolerance=1e-10"}, 1e-9);
  compare(24, 48, 4, {"solver.precision=mixed", "mixed.in_float=coarse-levels"}, 1e-7);
}
// Meshes of merged levels follow from finer ones of columns that the rank has nothing else of.
TEST_F(MergedLevelsInDouble, AgreeWithOneRankOnColumnsOfOnesOwnAndAfterUpdates) {
  const Settings sphere = {"grid.domain=latlon", "solver.method=cg-multigrid",
                           "coefficients.alpha_h_profile=standard-atmosphere", "physics.cfl=8.4"};
  compare(24, 48, 3, sphere, 1e-10);
  const Settings slower = {"physics.cfl=3"};
  const Deck before = deck_of(24, 48, 3, slower);
  compare(24, 48, 3, {}, 1e-11, &before);
  const Settings columns = {"coefficients.alpha_h_columns=mountains"};
  const Deck columns_before = deck_of(24, 48, 3, {"coefficients.beta_columns=mountains"});
  compare(24, 48, 3, columns, 1e-10, &columns_before);
}
// Down to one column a panel, which several patches of a panel could not have.
TEST_F(MergedLevelsInDouble, AgreeWithOneRankOnTheSphereDownToSixColumns) {
  const auto sphere = [](Settings more) {
    more.emplace_back("grid.domain=sphere");
    more.emplace_back("physics.cfl=84");
    return more;
  };
  const Settings exact = {"multigrid.coarse_solver=cg", "multigrid.coarse_tolerance=1e-8"};
  compare(16, 16, 5, sphere(exact), 1e-8);
  compare(16, 16, 5, sphere({"solver.method=cg-multigrid"}), 1e-10);
  compare(16, 16, 5, sphere({"solver.method=bicgstab-multigrid"}), 1e-8);
  compare(16, 16, 5, sphere({"solver.precision=mixed", "solver.tolerance=1e-10"}), 1e-9);
  const Settings columns = sphere({"coefficients.alpha_h_columns=mountains"});
  compare(16, 16, 5, columns, 1e-10);
  const Deck before = deck_of(16, 16, 5, sphere({"coefficients.beta_columns=mountains"}));
  compare(16, 16, 5, columns, 1e-10, &before);
}
TEST_F(MergedLevelsInDouble, AgreeWithOneRankThroughAllTransports) {
  for (const TransportPlan& each : all_transports(world)) {
    plan = each;
    compare(33, 50, 3, {"multigrid.cycle=W"});
    compare(24, 24, 4, {"grid.domain=sphere"});
  }
}

// Each cell is reckoned as it is without the merge, from the same numbers. (In the flat box, where a coarse column's area is the
// same number whether it is a sum or follows from its corners.)
TEST_F(MergedLevelsInDouble, GiveTheBitsOfTheSameRanksWithoutAMerge) {
  const auto bits = [&](const Settings& settings) {
    Settings all = {"grid.domain=flat",
                    "decomposition.process_grid=[1," + std::to_string(world.size()) + "]"};
    all.insert(all.end(), settings.begin(), settings.end());
    return solve<Double>(deck_of(32, 48, 3, all), world, plan);
  };
  for (const char* cycle : {"V", "F"}) {
    const std::string kind = fmt::format("multigrid.cycle={}", cycle);
    const Solved apart = bits({kind});
    for (const std::string& merge : merges_of(world.size())) {
      const Solved merged = bits({kind, "multigrid.merge=" + merge});
      EXPECT_EQ(merged.report.residual_norms, apart.report.residual_norms) << cycle << merge;
    }
  }
}

// One rank has nothing to merge, whatever the deck says; more ranks refuse what cannot be.
TEST(MergedLevelsOfDecks, AreRefusedByTheirKey) {
  const MpiComm world(MPI_COMM_WORLD);
  const auto refusal = [&](const std::string& merge, const Settings& more = {}) {
    Settings settings = {"multigrid.merge=" + merge};
    settings.insert(settings.end(), more.begin(), more.end());
    return error_of([&] {
      Deck deck = deck_of(48, 48, 3, settings);
      choose_levels(deck, world.size(), Transport::staged);
      decompose(deck, world);
    });
  };
  if (world.size() == 1) {
    EXPECT_EQ(refusal("[[2,16]]"), "(no error)");
    EXPECT_EQ(refusal("[[9,1]]"), "(no error)");
    return;
  }
  const std::string line = "--set multigrid.merge=";
  const std::string fewer =
      world.size() == 2 ? "1 rank" : fmt::format("1 to {} ranks", world.size() - 1);
  EXPECT_EQ(refusal("[[2,1]]"), "(no error)");
  EXPECT_EQ(refusal("[[3,1]]"), line + "[[3,1]]: level 3 on 1 rank; expected a level from 1 to 2");
  EXPECT_EQ(refusal("[[2,9]]"),
            line + fmt::format("[[2,9]]: level 2 on 9 ranks; expected {}, fewer than in front "
                               "of it",
                               fewer));
  EXPECT_EQ(refusal("[[2,1]]", {"multigrid.overlap_rows=[2,2]"}),
            line + "[[2,1]]: multigrid.overlap_rows is given too; expected one of the two");
  EXPECT_EQ(refusal("[[2,1]]", {"multigrid.replicated_from=2"}),
            line + "[[2,1]]: multigrid.replicated_from is given too; expected one of the two");
}

// 16 x 16 columns have five levels, three of which can be distributed over six ranks.
TEST(MergedLevelsOfDecks, OfTheSphereGoDownToSixColumns) {
  const MpiComm world(MPI_COMM_WORLD);
  if (16 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "ranks that do not cut the panels";
  Deck deck = deck_of(16, 16, 5, {"grid.domain=sphere", "multigrid.merge=[[2,1]]"});
  choose_levels(deck, world.size(), Transport::staged);
  const std::vector<LevelOfRun> levels = levels_of_run(deck, decompose(deck, world));
  ASSERT_EQ(levels.size(), 5u);
  EXPECT_EQ(levels[2].ranks, 1);
  EXPECT_EQ(levels[2].computed, 96);
  EXPECT_EQ(levels[4].computed, 6);
}

TEST(MergedLevelsOfDecks, MayBeMoreThanAllRanksCanBeDistributed) {
  const MpiComm world(MPI_COMM_WORLD);
  Deck deck = deck_of(16, 16, 5, {"multigrid.merge=[[2,1]]"});
  choose_levels(deck, world.size(), Transport::staged);
  const Decomposition d = decompose(deck, world);
  const std::vector<LevelOfRun> levels = levels_of_run(deck, d);
  ASSERT_EQ(levels.size(), 5u);
  EXPECT_EQ(levels[1].ranks, world.size());
  EXPECT_EQ(levels[2].ranks, 1);
  EXPECT_EQ(levels[4].nx, 1);
  if (world.size() == 1) return;
  EXPECT_EQ(d.levels(), 3);
  EXPECT_NE(deck.levels_reason.find("; 1 rank has level 2 and coarser ones"), std::string::npos)
      << deck.levels_reason;
}

} // namespace
