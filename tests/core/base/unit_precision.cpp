// The accuracy of float. Coupling ratios in the vertical amplify the rounding of u in A u. So the
// true residual stalls far above float's epsilon, whatever CG's recurrence gives.
#include "support_problem.hpp"

namespace isobar {
namespace {

const Problem problem(paper_spec(32, 64), 32, 32);

double true_residual(const Outcome& o, const oracle::Array& f) {
  return oracle::norm(oracle::residual(problem.matrix(), o.solution, f)) / oracle::norm(f);
}

MultigridOptions four_levels() {
  MultigridOptions options;
  options.levels = 4;
  return options;
}

TEST(PrecisionLimits, FloatAloneStallsOnSmoothSolutions) {
  const oracle::Matrix m = problem.matrix();
  for (const oracle::Array& f : {oracle::box(m), oracle::constant(m)}) {
    const Outcome cg = fused_pcg<Float>(problem, f, {1e-6});
    EXPECT_EQ(cg.report.status, SolveStatus::stagnated); // its recurrence would say 1e-6
    EXPECT_GT(true_residual(cg, f), 1e-6);
    EXPECT_LT(true_residual(cg, f), 2.0 * cg.report.relative_residual());
    const Outcome cycles = multigrid<Float>(problem, f, {1e-6, 20}, four_levels());
    EXPECT_EQ(cycles.report.status, SolveStatus::not_converged);
    EXPECT_GT(true_residual(cycles, f), 5e-5);
    EXPECT_LT(true_residual(cycles, f), 5e-3);
  }
}

TEST(PrecisionLimits, MultigridInFloatReportsTheTrueResidual) {
  const oracle::Array f = oracle::box(problem.matrix());
  const Outcome cycles = multigrid<Float>(problem, f, {1e-3}, four_levels());
  EXPECT_TRUE(cycles.report.converged());
  EXPECT_NEAR(true_residual(cycles, f), cycles.report.relative_residual(), 1e-4);
}

TEST(PrecisionLimits, DoubleDoesNotStall) {
  const oracle::Array f = oracle::box(problem.matrix());
  const Outcome cg = fused_pcg<Double>(problem, f, {1e-11});
  const Outcome cycles = multigrid<Double>(problem, f, {1e-11, 100}, four_levels());
  EXPECT_TRUE(cg.report.converged());
  EXPECT_TRUE(cycles.report.converged());
  EXPECT_LT(true_residual(cg, f), 2e-11);
  EXPECT_LT(true_residual(cycles, f), 2e-11);
}

} // namespace
} // namespace isobar
