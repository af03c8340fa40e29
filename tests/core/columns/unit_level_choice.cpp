// Levels, coarse solver and coarse steps where options leave them open, and what level setups refuse.
#include "support_problem.hpp"

#include <isobar/core/columns/level_choice.hpp>

namespace isobar {
namespace {

LevelChoice choice(double cfl, int n, int most, MultigridOptions options = {}, bool cg = true) {
  return choose_levels(options, {cfl, n, n, most, cg});
}

TEST(LevelChoice, AsManyLevelsAsTheCflNumberAsksFor) {
  struct {
    double cfl;
    int levels;
  } const cases[] = {{0.1, 2}, {1.0, 2},  {2.0, 2},  {2.1, 3},
                     {8.4, 5}, {16.8, 6}, {84.0, 8}, {840.0, 10}};
  for (const auto& [cfl, levels] : cases) {
    const MultigridOptions o = choice(cfl, 512, 10).options;
    EXPECT_EQ(o.levels, levels) << cfl;
    EXPECT_EQ(o.coarse_solver, CoarseSolver::smoother) << cfl;
    EXPECT_EQ(o.coarse_steps, 2) << cfl;
  }
}

TEST(LevelChoice, CoarseSolverMakesUpForLevelsThatAreNotThere) {
  // CFL number 5.25 on the coarsest of five levels
  const MultigridOptions few = choice(84.0, 256, 5).options;
  EXPECT_EQ(few.levels, 5);
  EXPECT_EQ(few.coarse_steps, 28);
  const MultigridOptions by_cg = choice(840.0, 256, 5).options;
  EXPECT_EQ(by_cg.coarse_solver, CoarseSolver::cg);
  EXPECT_EQ(by_cg.coarse_steps, 1000);
  // around the cycle stands CG: 16 x 16 columns take at most 16^2 steps
  const MultigridOptions linear = choice(840.0, 256, 5, {}, false).options;
  EXPECT_EQ(linear.coarse_solver, CoarseSolver::smoother);
  EXPECT_EQ(linear.coarse_steps, 256);
}

// Where there are no sides the smoothest error is constant, however few columns there are.
TEST(LevelChoice, WithoutSidesTheCflNumberAloneCounts) {
  const auto chosen = [](double cfl) {
    return choose_levels({}, {cfl, 64, 64, 7, true, 1, Periodic{true, true}}).options;
  };
  EXPECT_EQ(chosen(64.0).coarse_steps, 2);
  EXPECT_EQ(chosen(192.0).coarse_steps, 9); // CFL number 3 on six columns
  EXPECT_EQ(chosen(640.0).coarse_solver, CoarseSolver::cg);
}

TEST(LevelChoice, KeepsWhatIsGiven) {
  MultigridOptions o = with_levels(3);
  EXPECT_EQ(choice(84.0, 64, 7, o).options.levels, 3);
  EXPECT_EQ(choice(84.0, 64, 7, o).options.coarse_steps, 2);
  o.coarse_solver = CoarseSolver::cg;
  EXPECT_EQ(choice(84.0, 64, 7, o).options.coarse_steps, 1000);
  o.coarse_steps = 7;
  EXPECT_EQ(choice(84.0, 64, 7, o).options.coarse_steps, 7);
  o = {};
  o.coarse_steps = 3;
  EXPECT_EQ(choice(840.0, 64, 3, o).options.coarse_steps, 3);
  EXPECT_EQ(choice(840.0, 64, 3, o).options.coarse_solver, CoarseSolver::smoother);
}

// The papers' problem with 64 layers: lam h falls as 1 / CFL number. At 8.4 it is 4.7 times the
// thickest layer, whatever the number of columns.
TEST(LevelChoice, MergesNoMoreLayersThanTheVerticalCouplingHolds) {
  for (const int n : {64, 512}) {
    const auto mergeable = [n](double cfl, int nz) {
      Atmosphere a;
      a.time_step = time_step_of_cfl(cfl, Domain::panel, n, n, a);
      return mergeable_layers({Domain::panel, LayerSpacing::graded, non_dimensional(a), nz}, n, n);
    };
    EXPECT_EQ(mergeable(8.4, 64), 4);
    EXPECT_EQ(mergeable(16.8, 64), 2);
    EXPECT_EQ(mergeable(84.0, 64), 1);
    EXPECT_EQ(mergeable(16.8, 128), 4);
    EXPECT_GE(mergeable(1.0, 64), 8);
    EXPECT_EQ(mergeable(8.4, 1), 1);
  }
  MultigridOptions o;
  o.merged_layers = 4;
  const LevelInputs weak{84.0, 64, 64, 7, true, 2};
  EXPECT_EQ(choose_levels(o, weak).options.merged_layers, 2);
  EXPECT_EQ(choose_levels(o, weak).reason.substr(0, 9), "7 levels,");
  EXPECT_NE(choose_levels(o, weak).reason.find("2 instead of 4 layers merged"), std::string::npos);
  o.levels = 5;
  EXPECT_EQ(choose_levels(o, weak).options.merged_layers, 4);
}

TEST(LevelChoice, SaysWhy) {
  EXPECT_EQ(choice(8.4, 512, 10).reason,
            "5 levels, chosen: CFL number 8.4 is 0.525 on the coarsest, "
            "2 smoothing steps there");
  EXPECT_EQ(
      choice(840.0, 64, 3).reason,
      "3 levels, the most that columns and ranks allow: CFL number 840 is 210 on the coarsest, CG "
      "there");
  EXPECT_EQ(choice(8.4, 64, 7, with_levels(1)).reason,
            "1 level, given: CFL number 8.4 is 8.4 on the coarsest, 2 smoothing steps there");
}

TEST(LevelChoice, MostLevelsOfARank) {
  EXPECT_EQ(most_levels(1, 1), 1);
  EXPECT_EQ(most_levels(32, 32), 6);
  EXPECT_EQ(most_levels(33, 64), 8);
  EXPECT_EQ(most_levels(1, 64), 7);
  EXPECT_EQ(most_levels(16, 64), 7);
}

// 64 x 256 columns become 64 x 64 in two levels that halve y alone.
TEST(LevelChoice, RectanglesTakeMoreLevels) {
  const MultigridOptions o = choose_levels({}, {8.4, 64, 256, 9}).options;
  EXPECT_EQ(o.levels, 5);
  EXPECT_EQ(choose_levels({}, {8.4, 64, 96, 11}).options.levels, 8);
}

/// The message of making these levels.
std::string refusal(const GridSetup& setup, const MultigridOptions& options) {
  SelfCommunicators<double> self;
  try {
    Multigrid<Double>(setup, options, self);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing";
}

TEST(LevelSetups, RefuseOptionsInOneLine) {
  const GridSetup setup = small_problem.setup(); // 32 x 32 columns
  const auto with = [&](auto change) {
    MultigridOptions o = with_levels(2);
    change(o);
    return refusal(setup, o);
  };
  EXPECT_EQ(with([](auto&) {}), "nothing");
  EXPECT_EQ(with([](auto& o) { o.levels = 0; }), "0 levels of 32 x 32 columns: expected 1 to 6");
  EXPECT_EQ(
      with([](auto& o) { o.levels = 7; }),
      "a hierarchy of 7 levels: level 5 has 1 x 1 columns, which cannot be halved; expected at "
      "most 6 levels");
  EXPECT_EQ(with([](auto& o) { o.coarse_steps = 0; }),
            "multigrid option coarse_steps: expected at least 1");
  EXPECT_EQ(
      with([](auto& o) { o.pre_relaxation = o.post_relaxation = {}; }),
      "multigrid option pre_relaxation or post_relaxation: expected at least one smoothing step");
  EXPECT_EQ(with([](auto& o) { o.merged_layers = 0; }),
            "multigrid option merged_layers: expected at least 1");
  EXPECT_EQ(with([](auto& o) { o.overcorrection = 0.0; }),
            "multigrid option overcorrection: expected a factor above 0");
}

TEST(LevelSetups, RefuseAPartThatCannotBeHalved) {
  GridSetup setup = small_problem.setup();
  setup.partition = {32, 32, 3, 0, 5, 32};
  EXPECT_EQ(
      refusal(setup, with_levels(2)),
      "a hierarchy of 2 levels: level 0 has 5 x 32 columns on this rank, from column 3, 0 on, "
      "which do not begin and end between those of a coarser level; expected a decomposition "
      "made for as many levels");
  EXPECT_EQ(refusal(setup, {}),
            "multigrid levels are automatic, but this rank owns only a part of the columns: call "
            "choose_levels before they are distributed over ranks");
}

TEST(LevelSetups, AutomaticLevelsAreThoseOfTheCflNumber) {
  const oracle::Array f = oracle::box(small_problem.matrix());
  const SolveReport open = multigrid<Double>(small_problem, f, {1e-5}).report;
  const SolveReport given = multigrid<Double>(small_problem, f, {1e-5}, with_levels(5)).report;
  EXPECT_EQ(open.residual_norms, given.residual_norms);
}

} // namespace
} // namespace isobar
