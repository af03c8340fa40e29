// Which methods solver.method = "auto" chooses from.
#include "pressure/run/pressure_context.hpp"
#include "pressure/setup/method_choice.hpp"
#include "support_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace isobar {
namespace {

using deck::Method;
using Candidates = std::vector<MethodCandidate>;
using Settings = std::vector<std::string>;

const Settings mountains = {"coefficients.alpha_h_profile=standard-atmosphere",
                            "coefficients.alpha_v_columns=mountains"};

Candidates candidates(const Settings& settings) {
  return method_candidates(equation_of(parse(grid, settings)), true);
}
std::string left(const Candidates& all) {
  std::string words;
  for (const MethodCandidate& c : all)
    if (c.may_be_taken()) words += fmt::format("{}{}", words.empty() ? "" : ", ", c.name());
  return words;
}
std::string reason(const Candidates& all, Method method) {
  for (const MethodCandidate& c : all)
    if (c.method == method) return c.left_out;
  return "(not there)";
}

PlannedRun plan(Settings settings, int ranks = 1) {
  settings.emplace_back("solver.method=auto");
  Deck deck = parse(grid, settings);
  Equation equation = equation_of(deck);
  return planned_run(std::move(deck), std::move(equation), ranks, 0, {});
}

TEST(MethodCandidates, FollowFromTheEquation) {
  EXPECT_EQ(left(candidates({})), "multigrid, cg-multigrid, modes");
  EXPECT_EQ(reason(candidates({}), Method::cg_modes), "the equation separates");
  EXPECT_EQ(left(candidates(mountains)), "multigrid, cg-multigrid, cg-modes");
  EXPECT_NE(reason(candidates(mountains), Method::modes).find("alpha_v: is a function"),
            std::string::npos);
  EXPECT_EQ(left(candidates({"coefficients.xi_x_profile=1.0"})),
            "bicgstab-multigrid, gmres-multigrid, bicgstab-modes");
}

TEST(MethodCandidates, CoefficientsACellNeedAKrylovMethod) {
  Equation equation = equation_of(parse(grid));
  equation.cells.beta = [](int, int, int) { return 2.0; };
  const Candidates all = method_candidates(equation, true);
  EXPECT_EQ(left(all), "cg-multigrid of cells, cg-multigrid, cg-modes");
  EXPECT_EQ(left(method_candidates(equation, false)), "cg-multigrid, cg-modes");
  EXPECT_NE(reason(all, Method::modes).find("a number a cell"), std::string::npos);
}

/// All that may be taken is what its own name would be given for.
TEST(MethodCandidates, SolveTheEquation) {
  for (const Settings& settings : {Settings{}, mountains, {"coefficients.xi_x_profile=1.0"}})
    for (const MethodCandidate& c : candidates(settings)) {
      const Deck deck = with_method(parse(grid, settings), c.method);
      const Equation equation = equation_of(deck);
      const std::string error = error_of([&] { check_method(deck, equation); });
      EXPECT_TRUE(!c.may_be_taken() || error == "(no error)") << error;
    }
}

TEST(MethodPlan, KeysThatDoNotGoTogetherLeaveAMethodOut) {
  const Candidates storage = plan({"solver.precision=float-storage"}).candidates;
  EXPECT_EQ(left(storage), "multigrid, cg-multigrid");
  EXPECT_NE(reason(storage, Method::modes).find("solver.precision"), std::string::npos);
  EXPECT_EQ(left(plan({"fields.layout=z-fastest"}).candidates), "multigrid");
  const Settings one_sided = {"coefficients.xi_x_profile=1.0", "multigrid.coarse_solver=cg"};
  EXPECT_EQ(left(plan(one_sided).candidates), "bicgstab-modes");
}

// A cycle that is not symmetric is multigrid's alone.
TEST(MethodPlan, ACycleThatIsNotSymmetricLeavesCgOut) {
  const Candidates all = plan({"multigrid.post_relaxation=[0.6,1.4]"}).candidates;
  EXPECT_EQ(left(all), "multigrid, modes");
  EXPECT_NE(reason(all, Method::cg_multigrid).find("needs a symmetric cycle"), std::string::npos);
}

TEST(MethodTimes, TheReasonHasTimesAndIterations) {
  Candidates all{{Method::multigrid}, {Method::cg_multigrid}};
  all[0].measured = MethodTimes{0.0, 0.0, 0.43, 430};
  EXPECT_FALSE(is_far_behind(0.5, all));
  EXPECT_TRUE(is_far_behind(0.9, all));
  all[1].measured = MethodTimes{0.0, 0.0, 0.018, 12};
  EXPECT_EQ(fastest_method(all, 0), 1u);
  EXPECT_EQ(choice_reason(all, 1, 0),
            "cg-multigrid: 18 ms a solve (12 iterations), multigrid 430 (430) (measured)");
}

TEST(MethodPlan, EachMethodHasLevelsOfItsOwn) {
  const PlannedRun both = plan({"multigrid.levels=3"});
  ASSERT_EQ(both.methods.size(), 4u);
  EXPECT_EQ(both.methods[0]->decomposition.levels(), 3);
  EXPECT_EQ(both.methods[1]->decomposition.levels(), 3);
  EXPECT_EQ(both.methods[2]->decomposition.levels(), 1);
  EXPECT_FALSE(both.methods[3]);
  EXPECT_EQ(both.deck.solver.method, Method::multigrid);
}

TEST(MethodPlan, ADeckThatNamesItsMethodKeepsIt) {
  const Deck deck = parse(grid, {"solver.method=cg-fused"});
  const PlannedRun named = planned_run(deck, equation_of(deck), 1, 0, {});
  EXPECT_TRUE(named.candidates.empty());
  EXPECT_EQ(named.deck.solver.method, Method::cg_fused);
}

TEST(MethodPlan, WrongKeysOfMultigridAreRefusedBeforeAnythingIsChosen) {
  EXPECT_NE(error_of(grid, {"solver.method=auto", "multigrid.pre_relaxation=[]",
                            "multigrid.post_relaxation=[]"})
                .find("expected at least one smoothing step"),
            std::string::npos);
}

TEST(MethodPlan, OthersThanTheProgramNeedAName) {
  const Deck deck = parse(grid, {"solver.method=auto"});
  EXPECT_EQ(error_of([&] { check_method(deck, equation_of(deck)); }),
            "--set solver.method=auto: not here, as only a run of isobar measures methods; "
            "expected the name of one");
}

TEST(MethodPlan, MultigridsKeysAreUsed) {
  EXPECT_TRUE(parse(grid, {"solver.method=auto", "multigrid.levels=3", "multigrid.cycle=W",
                           "solver.precision=mixed", "mixed.cycles=[2]"})
                  .unused.empty());
}

} // namespace
} // namespace isobar
