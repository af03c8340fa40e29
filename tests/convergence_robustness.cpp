// The worst cases of docs/robustness.md at small sizes: what converges there must go on to, and what
// does not must say so.
#include "support_problem.hpp"

namespace isobar {
namespace {

/// A change to the papers' problem: CFL number, depth of the atmosphere in m, levels of the grid.
struct Change {
  double cfl = 8.4;
  double depth = 50e3;
  Levels levels = Levels::graded;
};

Problem problem_of(int n, int nz, const Change& change) {
  Atmosphere a;
  a.depth = change.depth;
  a.time_step = time_step_of_cfl(change.cfl, n, a);
  return {{Domain::panel, change.levels, non_dimensional(a), nz}, n, n};
}

/// V-cycles to 1e-5 with the box right side; 1000 if 100 do not suffice.
int cycles(int n, int nz, const Change& change, const MultigridOptions& options) {
  const Problem problem = problem_of(n, nz, change);
  const Outcome done =
      multigrid<Double>(problem, oracle::box(problem.matrix()), {1e-5, 100}, options);
  EXPECT_TRUE(done.report.converged() || done.report.status == SolveStatus::not_converged);
  return done.report.converged() ? done.report.iterations : 1000;
}

MultigridOptions with_levels(int levels) {
  MultigridOptions options;
  options.levels = levels;
  return options;
}

/// As deep as 64 columns go, with the smoothing steps that docs/robustness.md recommends.
MultigridOptions all_levels() {
  MultigridOptions options = with_levels(7);
  options.pre_relaxation = {0.526, 0.8};
  options.post_relaxation = {1.665};
  return options;
}

TEST(Robustness, all_levels_hardly_see_the_time_step) {
  const int usual = cycles(64, 8, {8.4}, all_levels());
  EXPECT_LE(usual, 6);
  for (const double cfl : {1.0, 84.0, 840.0})
    EXPECT_LE(cycles(64, 8, {cfl}, all_levels()), usual + 2) << "CFL number " << cfl;
}

TEST(Robustness, few_levels_at_large_time_steps_need_a_coarse_solver) {
  MultigridOptions options = with_levels(3);
  EXPECT_EQ(cycles(64, 8, {84.0}, options), 1000) << "two smoothing steps were not enough so far";
  options.coarse_solver = CoarseSolver::cg;
  options.coarse_steps = 1000;
  EXPECT_LE(cycles(64, 8, {84.0}, options), 14);
}

TEST(Robustness, cg_grows_with_the_time_step) {
  const auto iterations = [](double cfl) {
    const Problem problem = problem_of(64, 8, {cfl});
    return fused_pcg<Double>(problem, oracle::box(problem.matrix()), {1e-5}).report.iterations;
  };
  const double ratio = double(iterations(16.8)) / iterations(4.2);
  EXPECT_GT(ratio, 2.0);
  EXPECT_LT(ratio, 8.0);
}

TEST(Robustness, any_depth) {
  for (const double depth : {1e3, 500e3})
    for (const Levels levels : {Levels::graded, Levels::uniform})
      EXPECT_LE(cycles(32, 32, {8.4, depth, levels}, with_levels(4)), 14) << depth;
}

TEST(Robustness, any_number_of_levels_of_the_grid) {
  for (const int nz : {1, 2, 257})
    for (const Levels levels : {Levels::graded, Levels::uniform})
      EXPECT_LE(cycles(32, nz, {8.4, 50e3, levels}, with_levels(4)), 14) << nz;
}

TEST(Robustness, columns_that_are_no_power_of_two) {
  for (const int n : {20, 36, 44}) EXPECT_LE(cycles(n, 8, {8.4}, with_levels(3)), 22) << n;
}

} // namespace
} // namespace isobar
