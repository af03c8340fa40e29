// BiCGStab and CG around the general operator: against dense elimination, the oracle and CG.
#include "support_bicgstab.hpp"

namespace isobar::bicgstab_test {
namespace {

double distance(const std::vector<double>& found, const std::vector<double>& expected) {
  double worst = 0.0, scale = 0.0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    worst = std::max(worst, std::abs(found[n] - expected[n]));
    scale = std::max(scale, std::abs(expected[n]));
  }
  return worst / scale;
}

TEST(Bicgstab, IsWhatEliminationGives) {
  for (const bool coefficients : {false, true})
    for (const bool convection : {false, true}) {
      GeneralCase c = small;
      c.convection = convection;
      c.coefficients = coefficients;
      const oracle::General g = c.oracle();
      const oracle::Array f = oracle::random(6, 5, 4, 3);
      const std::vector<double> expected = oracle::solve_dense(oracle::dense(g), f.values);
      for (const Precondition& precondition :
           {Precondition(columns), Precondition(v_cycle), Precondition(nothing)}) {
        SCOPED_TRACE(c.name());
        const Outcome o = bicgstab(c, f, {1e-12, 300}, precondition);
        EXPECT_TRUE(o.report.converged()) << to_string(o.report.status);
        EXPECT_LE(distance(o.solution.values, expected), 1e-9);
        const double last = oracle::norm(oracle::residual(g, o.solution, f));
        EXPECT_NEAR(last, o.report.residual_norms.back(), 1e-14 * oracle::norm(f));
      }
    }
}

// Rounding takes over after some iterations.
TEST(Bicgstab, GoesTheOraclesWay) {
  for (const bool coefficients : {false, true}) {
    GeneralCase c{{Domain::panel, LayerSpacing::graded, Partition::whole(21, 13), 9}, true, false};
    c.coefficients = coefficients;
    const oracle::Array f = oracle::random(21, 13, 9, 3);
    const std::vector<double> expected = oracle::bicgstab_history(c.oracle(), f, 8);
    const Outcome o = bicgstab(c, f, {1e-14, 8});
    ASSERT_EQ(o.report.residual_norms.size(), expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n)
      EXPECT_NEAR(o.report.residual_norms[n], expected[n], 1e-8 * expected[n]) << n;
  }
}

// That the solver needs no symmetry is tested in earnest.
TEST(Bicgstab, MatricesOfTheseTestsAreNotSymmetric) {
  const auto a = oracle::dense(small.oracle());
  double worst = 0.0;
  for (std::size_t n = 0; n < a.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (a[n][m] != 0.0)
        worst = std::max(worst, std::abs(a[n][m] - a[m][n]) / std::abs(a[n][m] + a[m][n]));
  EXPECT_GT(worst, 0.3);
}

// Its residual is CG's after as many iterations, times what as many steps of least residuals do:
// fewer iterations than CG, of twice the work.
TEST(Bicgstab, CountsBesideThoseOfCg) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const oracle::Array f = oracle::constant(problem.matrix());
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  SelfCommunicators<double> self;
  const auto v_cycle = std::make_shared<Multigrid<Double>>(problem.setup(), with_levels(3), self);
  const auto columns = std::make_shared<ColumnPreconditioner<Double>>(grid);
  for (const Preconditioner<Double>& precondition :
       {Preconditioner<Double>(columns), Preconditioner<Double>(v_cycle)}) {
    StandardPcg<Double> cg(grid, self.on(0), precondition);
    Bicgstab<Double> bicgstab(grid, self.on(0), precondition);
    const SolveReport expected = cg.solve(problem.field_of<Double>(f), {1e-8});
    const SolveReport report = bicgstab.solve(problem.field_of<Double>(f), {1e-8});
    EXPECT_TRUE(report.converged());
    EXPECT_LT(report.iterations, expected.iterations);
    EXPECT_GE(3 * report.iterations, expected.iterations);
    EXPECT_LE(distance(owned(bicgstab.solution()).values, owned(cg.solution()).values), 1e-6);
  }
}

TEST(Bicgstab, FunctionsAreOperatorsToo) {
  const auto a = std::make_shared<GeneralOperator<Double>>(small.make<Double>());
  const LinearOperator<Double> function = [a](const Field<double>& u, const Field<double>& v) {
    a->apply(u, v);
  };
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const Outcome by_object = bicgstab(small, f, {1e-10}),
                by_function = bicgstab(small, f, {1e-10}, columns, function);
  ASSERT_TRUE(by_function.report.converged());
  EXPECT_EQ(by_function.report.iterations, by_object.report.iterations);
  EXPECT_LE(distance(by_function.solution.values, by_object.solution.values), 1e-10);
}

TEST(Bicgstab, CgTakesTheGeneralOperatorWhereItIsSymmetric) {
  GeneralCase c = small;
  c.convection = false;
  c.coefficients = true;
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  SelfCommunicator<double> self;
  StandardPcg<Double> solver(make_grid<Double>(c.setup()), self, columns(c), Directions::standard,
                             std::make_shared<GeneralOperator<Double>>(c.make<Double>()));
  EXPECT_TRUE(solver.solve(problem_of(c).field_of<Double>(f), {1e-12, 200}).converged());
  EXPECT_LE(distance(owned(solver.solution()).values,
                     oracle::solve_dense(oracle::dense(c.oracle()), f.values)),
            1e-9);
}

TEST(Bicgstab, AnUpdateIsAsGoodAsANewSolver) {
  GeneralCase after = small;
  after.physics = {0.03, 0.02, 0.2};
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  SelfCommunicator<double> self;
  Bicgstab<Double> solver(make_grid<Double>(small.setup()), self, columns(small),
                          std::make_shared<GeneralOperator<Double>>(small.make<Double>()));
  solver.update(after.spec());
  const SolveReport report = solver.solve(problem_of(after).field_of<Double>(f), {1e-10});
  const Outcome fresh = bicgstab(after, f, {1e-10});
  EXPECT_EQ(report.residual_norms, fresh.report.residual_norms);
  EXPECT_EQ(owned(solver.solution()).values, fresh.solution.values);
}

} // namespace
} // namespace isobar::bicgstab_test
