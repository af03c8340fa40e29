// Which method solver.method = "auto" takes by given times, and which ones a model leaves out before.
#include "pressure/problem/equation_of.hpp"
#include "pressure/setup/method_candidates.hpp"
#include "pressure/setup/method_costs.hpp"
#include "support_deck.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace isobar {
namespace {

using deck::Method;
using Candidates = std::vector<MethodCandidate>;
using Settings = std::vector<std::string>;

MethodCandidate timed(Method method, double solve, double setup = 0.0, double update = 0.0) {
  return {method, {}, {}, MethodTimes{setup, update, solve, 9}};
}

TEST(FastestMethod, HasTheLeastTime) {
  const Candidates all = {timed(Method::multigrid, 3.03e-3),
                          timed(Method::modes, 1.85e-3),
                          {Method::cg_modes, "the equation separates"}};
  EXPECT_EQ(fastest_method(all, 0), 1u);
  EXPECT_EQ(fastest_method({all[1], all[1]}, 0), 0u) << "of equals the first";
  EXPECT_EQ(choice_reason(all, 1, 0), "modes: 1.85 ms a solve (9 iterations), multigrid 3.03 (9) "
                                      "(measured); cg-modes left out: the equation separates");
}

/// Where setup and updates count, a fast solve may lose by them.
TEST(FastestMethod, SetupAndUpdatesCountInASequence) {
  const Candidates all = {timed(Method::multigrid, 3e-3, 3e-3, 0.3e-3),
                          timed(Method::modes, 2e-3, 8e-3, 2e-3)};
  EXPECT_EQ(fastest_method(all, 0), 1u);
  EXPECT_EQ(fastest_method(all, 4), 0u);
  EXPECT_DOUBLE_EQ(all[1].measured->a_solve(4), 2e-3 + (8e-3 + 3 * 2e-3) / 4);
  EXPECT_NE(choice_reason(all, 0, 4).find("a time step"), std::string::npos);
}

TEST(FastestMethod, OneThatMayNotBeTakenIsNot) {
  Candidates all = {timed(Method::multigrid, 3e-3), timed(Method::modes, 2e-3)};
  all[1].left_out = "not solved";
  EXPECT_EQ(fastest_method(all, 0), 0u);
  const Candidates alone = {{Method::multigrid, "does not fit"}, {Method::modes}};
  EXPECT_EQ(fastest_method(alone, 0), 1u);
  EXPECT_EQ(choice_reason(alone, 1, 0),
            "modes: no other is left; multigrid left out: does not fit");
  EXPECT_EQ(choice_reason({alone[0]}, 0, 0),
            "multigrid: none is left; multigrid left out: does not fit");
}

TEST(FastestMethod, WhatIsPredictedFarBehindIsNotMeasured) {
  Candidates all = {{Method::multigrid, "", 1e-3}, {Method::modes, "", 3.9e-3}};
  leave_out_slow(all);
  EXPECT_EQ(count_left(all), 2);
  all[1].predicted = 4.1e-3;
  leave_out_slow(all);
  EXPECT_EQ(count_left(all), 1);
  EXPECT_NE(all[1].left_out.find("predicted to take 4.1 ms"), std::string::npos);
}

double predicted(Settings settings, Method method) {
  const Deck deck = with_method(parse(grid, settings), method);
  return solve_cost(deck, equation_of(deck)).seconds(deck.unknowns(), 1e11);
}

/// The tables of docs/modes.md, as far as a model can reproduce them.
TEST(SolveCost, GrowsWithWhatTakesTime) {
  const Settings size = {"grid.nx=512", "grid.ny=512", "grid.nz=128", "physics.cfl=8.4"};
  const auto with = [&](const std::string& setting) {
    Settings all = size;
    all.push_back(setting);
    return all;
  };
  EXPECT_LT(predicted(size, Method::modes), predicted(size, Method::multigrid));
  EXPECT_LT(predicted(size, Method::modes), predicted(with("physics.cfl=420"), Method::modes));
  EXPECT_LT(predicted(size, Method::multigrid),
            predicted(with("solver.tolerance=1e-10"), Method::multigrid));
  EXPECT_LT(predicted(with("solver.precision=mixed"), Method::multigrid),
            predicted(size, Method::multigrid));
  const Settings over_mountains = {"coefficients.alpha_h_profile=standard-atmosphere",
                                   "coefficients.alpha_v_columns=mountains"};
  const double modes = predicted(over_mountains, Method::cg_modes),
               cycles = predicted(over_mountains, Method::cg_multigrid);
  EXPECT_LT(std::max(modes, cycles), most_times_predicted * std::min(modes, cycles));
}

} // namespace
} // namespace isobar
