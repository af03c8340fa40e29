// Iteration counts at n = 128, the papers' problem: what docs and reports promise, give or take 1.
#include "support_problem.hpp"

#include <isobar/core/columns/refinement.hpp>

namespace isobar {
namespace {

struct Counts : testing::Test {
  const Problem problem{paper_spec(128, 128), 128, 128};
  const oracle::Matrix m = problem.matrix();
};

TEST_F(Counts, Cg) {
  EXPECT_NEAR(fused_pcg<Double>(problem, oracle::box(m), {1e-5}).report.iterations, 70, 1);
  EXPECT_NEAR(fused_pcg<Double>(problem, oracle::constant(m), {1e-5}).report.iterations, 74, 1);
}

TEST_F(Counts, Multigrid) {
  EXPECT_NEAR(multigrid<Double>(problem, oracle::box(m), {1e-5}).report.iterations, 9, 1);
  EXPECT_NEAR(multigrid<Double>(problem, oracle::constant(m), {1e-5}).report.iterations, 8, 1);
}

// Each level's correction is solved for twice, or once and once more by a V-cycle.
TEST_F(Counts, MultigridInWAndFCycles) {
  const auto cycles = [&](CycleKind kind, const oracle::Array& f) {
    MultigridOptions options;
    options.cycle = kind;
    return multigrid<Double>(problem, f, {1e-5}, options).report.iterations;
  };
  EXPECT_NEAR(cycles(CycleKind::w, oracle::box(m)), 8, 1);
  EXPECT_NEAR(cycles(CycleKind::f, oracle::box(m)), 9, 1);
  EXPECT_NEAR(cycles(CycleKind::w, oracle::constant(m)), 6, 1);
  EXPECT_NEAR(cycles(CycleKind::f, oracle::constant(m)), 6, 1);
}

// Over-relaxation after the correction needs a smooth correction: with the three-point linear
// prolongation instead of the bilinear one this takes 10 cycles.
TEST_F(Counts, MultigridWithTwoRelaxationFactors) {
  MultigridOptions options;
  options.pre_relaxation = {0.6};
  options.post_relaxation = {1.4};
  EXPECT_LE(multigrid<Double>(problem, oracle::box(m), {1e-5}, options).report.iterations, 6);
}

// inputs/fastest.toml at n = 128: two corrections of u, four float cycles, for right-hand sides that vary
// over the height as for those that do not.
TEST_F(Counts, RefinementWithFactorsForEachCycle) {
  MultigridOptions options;
  options.pre_relaxation = {};
  options.post_relaxation = {0.872, 1.99};
  options.finest_relaxation = {{0.608}, {0.763, 1.99}, {0.51},  {0.84, 1.99},
                               {0.535}, {1.014, 1.74}, {0.604}, {1.057}};
  options.overcorrection = 1.021;
  options.coarse_relaxation = 1.31;
  options.merged_layers = 4;
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<Float> solver(problem.setup(), options, {2}, outer, inner);
  for (const oracle::Array& f :
       {oracle::box(m), oracle::constant(m), oracle::random(m.nx, m.ny, m.nz, 1)}) {
    const SolveReport report = solver.solve(problem.field<double>(f), {1e-5});
    EXPECT_TRUE(report.converged());
    EXPECT_LE(report.iterations, 2);
  }
}

} // namespace
} // namespace isobar
