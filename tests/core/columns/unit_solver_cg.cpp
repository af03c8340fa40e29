// CG in both forms against the oracle's, with columns and with a V-cycle as preconditioner.
#include "support_problem.hpp"

namespace isobar {
namespace {

/// Histories agree entry by entry as long as rounding has not taken over.
void expect_same_history(const std::vector<double>& found, const std::vector<double>& expected,
                         double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t n = 0; n < found.size(); ++n)
    EXPECT_NEAR(found[n], expected[n], tolerance * expected[n]) << "iteration " << n;
}

struct CgCase {
  GridSpec spec;
  int nx, ny;
};
const CgCase cases[] = {{paper_spec(32, 16), 32, 32},
                        {paper_spec(24, 9), 21, 13},
                        {{Domain::flat, LayerSpacing::uniform, test_physics, 7}, 9, 40}};

TEST(Cg, BothFormsGoTheOraclesWay) {
  for (const CgCase& c : cases) {
    const Problem problem(c.spec, c.nx, c.ny);
    const oracle::Matrix m = problem.matrix();
    for (const oracle::Array& f : {oracle::constant(m), oracle::random(c.nx, c.ny, c.spec.nz, 1)}) {
      const auto expected = oracle::pcg_history(m, f, 1e-8);
      const SolveControls controls{1e-8};
      const Outcome fused = fused_pcg<Double>(problem, f, controls);
      const Outcome standard = standard_pcg<Double>(problem, f, controls);
      EXPECT_TRUE(fused.report.converged());
      EXPECT_TRUE(standard.report.converged());
      EXPECT_EQ(fused.report.iterations + 1, int(expected.size()));
      expect_same_history(fused.report.residual_norms, expected, 1e-6);
      expect_same_history(standard.report.residual_norms, expected, 1e-6);
      const double scale = oracle::norm(fused.solution);
      EXPECT_LT(oracle::norm(oracle::sum(fused.solution, -1.0, standard.solution)), 1e-10 * scale);
    }
  }
}

TEST(Cg, ResidualReportedIsThatOfTheSolution) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const oracle::Matrix m = problem.matrix();
  const oracle::Array f = oracle::box(m);
  const SolveControls controls{1e-7};
  for (const Outcome& o :
       {fused_pcg<Double>(problem, f, controls), standard_pcg<Double>(problem, f, controls)}) {
    const double last = o.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(m, o.solution, f)), last, 1e-6 * last);
    EXPECT_LE(o.report.relative_residual(), 1e-7);
  }
}

// Two kernels and two sums an iteration do not change how many iterations float needs.
TEST(Cg, FloatTakesAsManyIterationsWhileItsDigitsLast) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const oracle::Array f = oracle::box(problem.matrix());
  const int expected = int(oracle::pcg_history(problem.matrix(), f, 1e-3).size()) - 1;
  const SolveControls controls{1e-3};
  EXPECT_NEAR(fused_pcg<Float>(problem, f, controls).report.iterations, expected, 1);
  EXPECT_NEAR(standard_pcg<Float>(problem, f, controls).report.iterations, expected, 1);
  EXPECT_NEAR(fused_pcg<FloatStorage>(problem, f, controls).report.iterations, expected, 1);
}

/// Layouts differ in the order of sums only.
void expect_same_solve(const Outcome& found, const Outcome& expected, double tolerance) {
  EXPECT_TRUE(found.report.converged());
  EXPECT_EQ(found.report.iterations, expected.report.iterations);
  const double difference = oracle::norm(oracle::sum(found.solution, -1.0, expected.solution));
  EXPECT_LE(difference, tolerance * oracle::norm(expected.solution));
}

TEST(Cg, LayoutsTakeTheSameWay) {
  for (const CgCase& c : cases) {
    const Problem problem(c.spec, c.nx, c.ny);
    const oracle::Array f = oracle::box(problem.matrix());
    expect_same_solve(fused_pcg<ZFastest<Double>>(problem, f, {1e-8}),
                      fused_pcg<Double>(problem, f, {1e-8}), 1e-11);
    expect_same_solve(standard_pcg<ZFastest<Double>>(problem, f, {1e-8}),
                      standard_pcg<Double>(problem, f, {1e-8}), 1e-11);
    expect_same_solve(fused_pcg<ZFastest<Float>>(problem, f, {1e-3}),
                      fused_pcg<Float>(problem, f, {1e-3}), 1e-4);
  }
}

TEST(Cg, VCycleAsPreconditioner) {
  const Problem problem(paper_spec(64, 16), 64, 64);
  const oracle::Matrix m = problem.matrix();
  const oracle::Array f = oracle::random(64, 64, 16, 1);
  SelfCommunicators<double> self;
  MultigridOptions options;
  options.levels = 4;
  options.restriction = Restriction::transpose;
  Multigrid<Double> cycle(problem.setup(), options, self);
  StandardPcg<Double> solver(cycle.grid(), self.on(0), std::ref(cycle));
  const SolveReport report = solver.solve(problem.field<double>(f), {1e-9});
  EXPECT_TRUE(report.converged());
  EXPECT_LE(report.iterations, 15);
  EXPECT_LT(report.iterations, int(oracle::pcg_history(m, f, 1e-9).size()) / 4);
  EXPECT_NEAR(oracle::norm(oracle::residual(m, owned(solver.solution()), f)),
              report.residual_norms.back(), 1e-3 * report.residual_norms.back());
}

TEST(Cg, PlantedWrongCoefficientChangesTheAnswer) {
  const Problem problem(paper_spec(24, 9), 24, 24);
  const oracle::Array f = oracle::constant(problem.matrix());
  const Outcome right = fused_pcg<Double>(problem, f, {1e-10});
  SelfCommunicator<double> self;
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  const auto west = Kokkos::create_mirror_view(grid.matrix().columns().west);
  Kokkos::deep_copy(west, grid.matrix().columns().west);
  for (int j = 0; j < 24; ++j) west(7, j) *= 1.02;
  Kokkos::deep_copy(grid.matrix().columns().west, west);
  FusedPcg<Double> solver(grid, self);
  EXPECT_TRUE(solver.solve(problem.field<double>(f), {1e-10}).converged());
  EXPECT_FALSE(matches(solver.solution(), right.solution, problem.part, 1e-4));
}

} // namespace
} // namespace isobar
