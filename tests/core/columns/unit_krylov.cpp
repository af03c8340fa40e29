// GCR, GMRES and CR around the general operator: against dense elimination, each other, BiCGStab and CG.
#include "support_krylov.hpp"

namespace isobar::krylov_test {
namespace {

double distance(const std::vector<double>& found, const std::vector<double>& expected) {
  double worst = 0.0, scale = 0.0;
  for (std::size_t n = 0; n < found.size(); ++n) {
    worst = std::max(worst, std::abs(found[n] - expected[n]));
    scale = std::max(scale, std::abs(expected[n]));
  }
  return worst / scale;
}

/// Convection only where the method needs no symmetry.
GeneralCase variant(const KrylovCase& k, bool coefficients) {
  GeneralCase c = small;
  c.convection = k.method != KrylovMethod::cr;
  c.coefficients = coefficients;
  return c;
}

struct Krylov : testing::TestWithParam<KrylovCase> {};
INSTANTIATE_TEST_SUITE_P(All, Krylov,
                         testing::Values(KrylovCase{KrylovMethod::gcr},
                                         KrylovCase{KrylovMethod::gcr, 3},
                                         KrylovCase{KrylovMethod::gmres},
                                         KrylovCase{KrylovMethod::gmres, 3},
                                         KrylovCase{KrylovMethod::cr}));

TEST_P(Krylov, IsWhatEliminationGives) {
  for (const bool coefficients : {false, true}) {
    const GeneralCase c = variant(GetParam(), coefficients);
    const oracle::General g = c.oracle();
    const oracle::Array f = oracle::random(6, 5, 4, 3);
    const std::vector<double> expected = oracle::solve_dense(oracle::dense(g), f.values);
    for (const bool cycle : {false, true}) {
      if (GetParam().method == KrylovMethod::cr && cycle) continue; // it is not symmetric
      const Precondition precondition = cycle ? v_cycle : columns;
      const Outcome o = krylov_solve(GetParam(), c, f, {1e-12, 2000}, precondition);
      EXPECT_TRUE(o.report.converged()) << to_string(o.report.status);
      EXPECT_LE(distance(o.solution.values, expected), 1e-9);
      const double last = oracle::norm(oracle::residual(g, o.solution, f));
      EXPECT_NEAR(last, o.report.residual_norms.back(), 1e-14 * oracle::norm(f));
    }
  }
}

TEST_P(Krylov, FunctionsAreOperatorsToo) {
  const GeneralCase c = variant(GetParam(), true);
  const auto a = std::make_shared<GeneralOperator<Double>>(c.make<Double>());
  const LinearOperator<Double> function = [a](const Field<double>& u, const Field<double>& v) {
    a->apply(u, v);
  };
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const Outcome by_object = krylov_solve(GetParam(), c, f, {1e-10, 2000}),
                by_function = krylov_solve(GetParam(), c, f, {1e-10, 2000}, columns, function);
  ASSERT_TRUE(by_function.report.converged());
  EXPECT_NEAR(by_function.report.iterations, by_object.report.iterations, 1);
  EXPECT_LE(distance(by_function.solution.values, by_object.solution.values), 1e-8);
}

TEST_P(Krylov, AnUpdateIsAsGoodAsANewSolver) {
  const GeneralCase before = variant(GetParam(), true);
  GeneralCase after = before;
  after.physics = {0.03, 0.02, 0.2};
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  SelfCommunicator<double> self;
  const auto solver =
      GetParam().make(make_grid<Double>(before.setup()), self, columns(before),
                      std::make_shared<GeneralOperator<Double>>(before.make<Double>()));
  solver->update(after.spec());
  const SolveReport report = solver->solve(problem_of(after).field_of<Double>(f), {1e-10});
  const Outcome fresh = krylov_solve(GetParam(), after, f, {1e-10});
  EXPECT_EQ(report.residual_norms, fresh.report.residual_norms);
  EXPECT_EQ(owned(solver->solution()).values, fresh.solution.values);
}

// Both have the least residual in the same space, so their norms are the same, across restarts too.
TEST(KrylovTogether, GcrIsGmres) {
  const GeneralCase c = variant({KrylovMethod::gcr}, true);
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  for (const int restart : {1, 4, 30}) {
    const SolveControls controls{1e-14, 8};
    const auto gcr =
                   krylov_solve({KrylovMethod::gcr, restart}, c, f, controls).report.residual_norms,
               gmres = krylov_solve({KrylovMethod::gmres, restart}, c, f, controls)
                           .report.residual_norms;
    ASSERT_EQ(gcr.size(), gmres.size());
    for (std::size_t n = 0; n < gcr.size(); ++n)
      EXPECT_NEAR(gcr[n], gmres[n], 1e-8 * gmres[0]) << restart << ", " << n;
    for (std::size_t n = 1; n < gcr.size(); ++n)
      EXPECT_LE(gcr[n], gcr[n - 1] * (1.0 + 1e-10)) << restart << ", " << n;
  }
}

// BiCGStab has twice the products with A in an iteration, in the same space.
TEST(KrylovTogether, LeastResidualsAreBelowThoseOfBicgstab) {
  const GeneralCase c = variant({KrylovMethod::gmres}, true);
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const auto least = krylov_solve({KrylovMethod::gmres}, c, f, {1e-14, 20}).report.residual_norms,
             bicgstab_norms = bicgstab(c, f, {1e-14, 10}).report.residual_norms;
  for (std::size_t n = 1; n < bicgstab_norms.size(); ++n)
    EXPECT_LE(least[2 * n], bicgstab_norms[n] * (1.0 + 1e-8)) << n;
}

// A short memory costs iterations.
TEST(KrylovTogether, AShorterRestartTakesAtLeastAsLong) {
  const GeneralCase c = variant({KrylovMethod::gmres}, true);
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  for (const KrylovMethod method : {KrylovMethod::gcr, KrylovMethod::gmres}) {
    const auto iterations = [&](int restart) {
      const SolveReport report = krylov_solve({method, restart}, c, f, {1e-10, 2000}).report;
      EXPECT_TRUE(report.converged());
      return report.iterations;
    };
    const int most = iterations(40);
    EXPECT_GE(iterations(4), most);
    EXPECT_GT(iterations(1), most);
  }
}

TEST(KrylovTogether, CrIsBesideCg) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const oracle::Array f = oracle::constant(problem.matrix());
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  SelfCommunicator<double> self;
  const auto columns = std::make_shared<ColumnPreconditioner<Double>>(grid);
  StandardPcg<Double> cg(grid, self, columns);
  Cr<Double> cr(grid, self, columns);
  const SolveReport expected = cg.solve(problem.field_of<Double>(f), {1e-8}),
                    report = cr.solve(problem.field_of<Double>(f), {1e-8});
  EXPECT_TRUE(report.converged());
  EXPECT_LE(std::abs(report.iterations - expected.iterations), 2);
  EXPECT_LE(distance(owned(cr.solution()).values, owned(cg.solution()).values), 1e-6);
}

/// One rank that counts its sums.
struct CountingRank : SelfCommunicator<double> {
  int sums = 0;
  void sum(std::span<double>) override { ++sums; }
};

/// Sums over the ranks in so many iterations.
int sums_of(const KrylovCase& k, int iterations) {
  CountingRank rank;
  const GeneralCase c = variant(k, true);
  const auto solver = k.make(make_grid<Double>(c.setup()), rank, columns(c),
                             std::make_shared<GeneralOperator<Double>>(c.make<Double>()));
  (void)solver->solve(problem_of(c).field_of<Double>(oracle::random(6, 5, 4, 3)),
                      {1e-14, iterations});
  return rank.sums;
}
TEST(KrylovTogether, AnIterationHasOneSumOverTheRanks) {
  for (const KrylovCase k : {KrylovCase{KrylovMethod::gcr}, KrylovCase{KrylovMethod::gmres}})
    EXPECT_EQ(sums_of(k, 5) - sums_of(k, 2), 3) << k.name();
  EXPECT_EQ(sums_of({KrylovMethod::cr}, 5) - sums_of({KrylovMethod::cr}, 2), 6);
}

} // namespace
} // namespace isobar::krylov_test
