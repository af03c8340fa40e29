// How solves end that do not converge: divergence and stagnation, of every kind of solver, and that reported residuals are
// those of the solution.
#include "support_poisson.hpp"
#include "support_problem.hpp"

#include <isobar/core/columns/refinement.hpp>
#include <isobar/core/poisson/direct_poisson.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

namespace isobar {
namespace {

const Problem& problem = small_problem;
oracle::Array rhs() { return oracle::random(32, 32, 12, 1); }

/// The norms that an iteration leaves one after the other.
SolveReport recorded(const std::vector<double>& norms, Decrease decrease) {
  const SolveControls controls{1e-10, 1000};
  ConvergenceTest test(controls, 1.0, decrease);
  for (std::size_t n = 0; n < norms.size() && !test.finished(); ++n) test.record(norms[n], false);
  return std::move(test).report();
}
std::vector<double> powers(double factor, int count) {
  std::vector<double> all;
  for (int n = 1; n <= count; ++n) all.push_back(std::pow(factor, n));
  return all;
}

TEST(SolverEnds, WhatGrowsAboveTheBoundHasDiverged) {
  for (const Decrease decrease : {Decrease::steady, Decrease::erratic}) {
    EXPECT_EQ(recorded({1e3, 0.9 * residual_growth_bound}, decrease).status,
              SolveStatus::not_converged);
    const SolveReport report = recorded({1e3, 1.1 * residual_growth_bound, 1e-12}, decrease);
    EXPECT_EQ(report.status, SolveStatus::diverged);
    EXPECT_EQ(report.iterations, 2);
  }
}

TEST(SolverEnds, SteadyNormsThatFallNoMoreHaveAnEnd) {
  const std::vector<double> slow = powers(0.9999, 900), still(900, 0.5), rising = powers(1.01, 900);
  EXPECT_EQ(recorded(slow, Decrease::steady).status, SolveStatus::not_converged);
  const SolveReport stagnated = recorded(still, Decrease::steady);
  EXPECT_EQ(stagnated.status, SolveStatus::stagnated);
  EXPECT_EQ(stagnated.iterations, 1 + ConvergenceTest::patience);
  const SolveReport diverged = recorded(rising, Decrease::steady);
  EXPECT_EQ(diverged.status, SolveStatus::diverged);
  EXPECT_EQ(diverged.iterations, ConvergenceTest::patience);
}

/// The norms of Krylov methods may have plateaus of any length.
TEST(SolverEnds, PlateausOfErraticNormsAreNoEnd) {
  std::vector<double> plateau(900, 30.0);
  plateau.push_back(1e-11);
  EXPECT_EQ(recorded(plateau, Decrease::erratic).status, SolveStatus::converged);
}

/// Residuals that were taken again from u: near the tolerance rounding alone may meet it.
TEST(SolverEnds, TrueResidualsThatFallNoMoreHaveAnEndFarFromTheTolerance) {
  const SolveControls controls{1e-6, 1000};
  const auto after = [&](double norm, int most) {
    ConvergenceTest test(controls, 1.0);
    for (int n = 0; n < most && !test.finished(); ++n) test.record_true(norm, false);
    return std::move(test).report();
  };
  EXPECT_EQ(after(1e-5, 3).status, SolveStatus::not_converged);
  EXPECT_EQ(after(1e-5, 100).status, SolveStatus::stagnated);
  EXPECT_EQ(after(1e-5, 100).iterations, 1 + ConvergenceTest::patience_with_truth);
  EXPECT_EQ(after(2e-6, 20).status, SolveStatus::not_converged);
  EXPECT_EQ(after(2e-6, 100).status, SolveStatus::stagnated);
}

TEST(SolverEnds, ADevicesScalarsEndWithTheSameNorms) {
  for (const double factor : {0.9, 1.1}) {
    CgState state;
    state.rule = {1e-5};
    state.sums = {1.0, 1.0};
    state.perform(CgStep::first_norm);
    state.sums = {std::pow(factor * residual_growth_bound, 2), 1.0};
    state.perform(CgStep::next_direction);
    EXPECT_EQ(state.finished, factor > 1.0);
  }
}

/// A rule with all of its criteria: the norm of the right-hand side is 1e3.
TEST(SolverEnds, EachToleranceOfARuleEndsASolve) {
  SolveControls controls{1e-6, 1000};
  controls.absolute_tolerance = 1e-2;
  controls.divergence_tolerance = 10.0;
  controls.min_iterations = 2;
  const auto after = [&](const std::vector<double>& norms) {
    ConvergenceTest test(controls, 1e3, Decrease::erratic);
    for (std::size_t n = 0; n < norms.size() && !test.finished(); ++n) test.record(norms[n], false);
    return std::move(test).report();
  };
  EXPECT_EQ(after({1e-2}).status, SolveStatus::not_converged);
  EXPECT_EQ(after({1e-2, 1e-2, 1e-2}).iterations, 2);
  EXPECT_EQ(after({1.0, 1.01e-2, 1.01e-2}).status, SolveStatus::not_converged);
  EXPECT_EQ(after({1.0, 1e-2}).status, SolveStatus::converged);
  EXPECT_EQ(after({9e3, 1.1e4}).status, SolveStatus::diverged);
  controls.absolute_tolerance = 0.0;
  EXPECT_EQ(after({1.0, 1e-2}).status, SolveStatus::not_converged);
  EXPECT_EQ(after({1.0, 1e-3}).status, SolveStatus::converged);
}

/// A device's scalars and the host's test decide alike on norms at and beside each bound.
TEST(SolverEnds, ADevicesScalarsFollowTheSameRule) {
  SolveControls controls{1e-3, 1000};
  controls.absolute_tolerance = 0.125;
  controls.divergence_tolerance = 4.0;
  controls.min_iterations = 2;
  for (const double norm : {0.125, 0.126, 0.01, 8.0, 8.1, 1.0}) {
    ConvergenceTest test(controls, 2.0, Decrease::erratic);
    CgState state;
    state.rule = controls.rule();
    state.sums = {4.0, 1.0};
    state.perform(CgStep::first_norm);
    for (int n = 0; n < 3 && !test.finished(); ++n) {
      state.sums = {norm * norm, 1.0};
      state.perform(CgStep::next_direction);
      test.record(std::sqrt(norm * norm), false);
      EXPECT_EQ(state.finished, test.finished()) << norm << " after " << n + 1;
    }
  }
}

/// The same solve by the absolute tolerance that its relative one is.
TEST(SolverEnds, AnAbsoluteToleranceIsARelativeOneTimesTheRightHandSide) {
  const double norm = multigrid<Double>(problem, rhs(), {1e-6}).report.residual_norms.front();
  SolveControls absolute{1e-300};
  absolute.absolute_tolerance = 1e-6 * norm;
  const auto iterations = [&](const SolveControls& controls) {
    return std::array{multigrid<Double>(problem, rhs(), controls).report.iterations,
                      standard_pcg<Double>(problem, rhs(), controls).report.iterations,
                      fused_pcg<Double>(problem, rhs(), controls).report.iterations};
  };
  EXPECT_EQ(iterations(absolute), iterations({1e-6}));
  SolveControls more{1e-6};
  more.min_iterations = 60;
  EXPECT_EQ(iterations(more), (std::array{60, 60, 60}));
}

MultigridOptions wild(MultigridOptions options = with_levels(2)) {
  options.pre_relaxation = options.post_relaxation = {2.5};
  return options;
}

template <class P> SolveReport refined(const MultigridOptions& options, double tolerance) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<P> solver(problem.setup(), options, {2}, outer, inner);
  return solver.solve(problem.field<double>(rhs()), {tolerance});
}

TEST(SolverEnds, MultigridAndRefinementThatDiverge) {
  EXPECT_EQ(multigrid<Double>(problem, rhs(), {}, wild()).report.status, SolveStatus::diverged);
  EXPECT_EQ(multigrid<Float>(problem, rhs(), {}, wild()).report.status, SolveStatus::diverged);
  EXPECT_EQ(refined<Float>(wild(), 1e-5).status, SolveStatus::diverged);
}

/// The tolerance cannot be reached: a solve ends long before all its iterations.
TEST(SolverEnds, MultigridAndRefinementThatStagnate) {
  const MultigridOptions options = with_levels(3);
  for (const SolveReport& report :
       {multigrid<Double>(problem, rhs(), {1e-20}, options).report,
        multigrid<Float>(problem, rhs(), {1e-9}, options).report, refined<Float>(options, 1e-20)}) {
    EXPECT_EQ(report.status, SolveStatus::stagnated);
    EXPECT_LT(report.iterations, 200);
    EXPECT_NE(outcome_line(report).find("stagnated after"), std::string::npos);
  }
}

/// A tolerance that CG's recurrence meets and the solution does not.
void expect_honest_end(const Outcome& o, double most_relative) {
  EXPECT_EQ(o.report.status, SolveStatus::stagnated);
  EXPECT_LT(o.report.iterations, 900);
  const double truth =
      oracle::norm(oracle::residual(problem.matrix(), o.solution, rhs())) / oracle::norm(rhs());
  EXPECT_GT(o.report.relative_residual(), 0.2 * truth);
  EXPECT_LT(o.report.relative_residual(), 5.0 * truth);
  EXPECT_LT(truth, most_relative);
}

TEST(SolverEnds, ConjugateGradientsReportTheResidualOfTheSolution) {
  expect_honest_end(standard_pcg<Double>(problem, rhs(), {1e-20}), 1e-12);
  expect_honest_end(fused_pcg<Double>(problem, rhs(), {1e-20}), 1e-12);
  expect_honest_end(standard_pcg<Float>(problem, rhs(), {1e-12}), 1e-3);
  expect_honest_end(fused_pcg<Float>(problem, rhs(), {1e-12}), 1e-3);
}

TEST(SolverEnds, TheLastNormIsTrueWhereIterationsEndInRounding) {
  for (const auto& solve : {standard_pcg<Double>, fused_pcg<Double>}) {
    const int needed = solve(problem, rhs(), {1e-13, 1000}).report.iterations;
    const Outcome o = solve(problem, rhs(), {1e-30, 2 * needed});
    const double truth = oracle::norm(oracle::residual(problem.matrix(), o.solution, rhs()));
    EXPECT_GT(o.report.residual_norms.back(), 0.2 * truth);
  }
}

BoxSpec box() { return cubes(16); }

TEST(SolverEnds, SolversOfBoxes) {
  PoissonOnOneRank<Double> wild_one(box(), jacobi_cycle(2, {2.5}));
  EXPECT_EQ(wild_one.solve(random_rhs(box()), 1e-8).status, SolveStatus::diverged);
  PoissonOnOneRank<Float> in_float(box(), red_black_cycle(3));
  EXPECT_EQ(
      in_float.solver.solve(in_float.field(random_rhs(box())), {1e-12, 1000}, Guess::zero).status,
      SolveStatus::stagnated);
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  const PoissonSetup setup{box(), whole_box(box())};
  const Field<double> f = owned_field<double>(random_rhs(box()), whole_box(box()));
  MixedPoisson mixed(setup, red_black_cycle(3), {2}, outer, inner);
  EXPECT_EQ(mixed.solve(f, {1e-20, 1000}, Guess::zero).status, SolveStatus::stagnated);
  MixedPoisson wild_mixed(setup, jacobi_cycle(2, {2.5}), {2}, outer, inner);
  EXPECT_EQ(wild_mixed.solve(f, {1e-8, 1000}, Guess::zero).status, SolveStatus::diverged);
}

TEST(SolverEnds, MixedSolversForgetTheLastSolutionWhereTheRightHandSideIsZero) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  MixedPoisson mixed({box(), whole_box(box())}, red_black_cycle(3), {2}, outer, inner);
  mixed.solve(owned_field<double>(random_rhs(box()), whole_box(box())), {1e-8}, Guess::zero);
  const Field<double> zero = owned_field<double>(oracle::Array(16, 16, 16), whole_box(box()));
  EXPECT_TRUE(mixed.solve(zero, {1e-8}, Guess::zero).converged());
  EXPECT_EQ(oracle::norm(owned(mixed.solution())), 0.0);
}

} // namespace
} // namespace isobar
