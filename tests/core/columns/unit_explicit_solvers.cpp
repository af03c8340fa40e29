// Solvers on stored matrices go the way of the matrix-free ones, iteration by iteration.
#include "support_problem.hpp"

#include <isobar/core/columns/stored_solvers.hpp>

namespace isobar::explicit_solvers_test {
namespace {

template <class P>
Outcome stored_pcg(const Problem& problem, const oracle::Array& f, const SolveControls& controls) {
  using T = typename P::storage;
  SelfCommunicator<T> self;
  const auto solver = StoredCg<T>::make(problem.setup(), self);
  SolveReport report = solver->solve(problem.field<T>(f), controls);
  return {std::move(report), owned(solver->solution())};
}

template <class T>
Outcome stored_multigrid(MatrixFormat format, const Problem& problem, const oracle::Array& f,
                         const SolveControls& controls, const MultigridOptions& options) {
  SelfCommunicators<T> self;
  Multigrid<Stored<T>> solver(StoredLevels<T>::make(problem.setup(), options, format, self),
                              options);
  SolveReport report = solver.solve(problem.field<T>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

void expect_same_way(const Outcome& found, const Outcome& expected, double tolerance) {
  ASSERT_EQ(found.report.residual_norms.size(), expected.report.residual_norms.size());
  EXPECT_EQ(found.report.status, expected.report.status);
  const double start = expected.report.residual_norms[0];
  for (std::size_t n = 0; n < expected.report.residual_norms.size(); ++n)
    EXPECT_NEAR(found.report.residual_norms[n], expected.report.residual_norms[n],
                tolerance * start)
        << "iteration " << n;
  EXPECT_LE(oracle::norm(oracle::sum(found.solution, -1.0, expected.solution)),
            tolerance * oracle::norm(expected.solution));
}

const Problem problems[] = {{paper_spec(32, 16), 32, 32},
                            {paper_spec(24, 9), 20, 12},
                            {{Domain::flat, LayerSpacing::uniform, test_physics, 7}, 8, 36}};

TEST(StoredCg, GoesTheWayOfBothMatrixFreeForms) {
  for (const Problem& problem : problems)
    for (const oracle::Array& f :
         {oracle::box(problem.matrix()), oracle::constant(problem.matrix())}) {
      const Outcome found = stored_pcg<Double>(problem, f, {1e-6});
      EXPECT_TRUE(found.report.converged());
      expect_same_way(found, standard_pcg<Double>(problem, f, {1e-6}), 1e-9);
      expect_same_way(found, fused_pcg<Double>(problem, f, {1e-6}), 1e-9);
    }
}

struct Variant {
  int levels;
  std::vector<double> before, after;
  int coarse_steps;
};
const Variant variants[] = {{1, {0.6}, {0.6}, 3},
                            {3, {2.0 / 3.0}, {2.0 / 3.0}, 2},
                            {3, {0.6}, {1.4}, 2},
                            {2, {}, {0.8, 0.7}, 1},
                            {2, {0.8, 0.7}, {}, 2}};

TEST(StoredMultigrid, GoesTheWayOfTheMatrixFreeOneInBothFormats) {
  for (const Problem& problem : problems)
    for (const Variant& v : variants) {
      SCOPED_TRACE(&v - variants);
      MultigridOptions options;
      options.levels = v.levels;
      options.pre_relaxation = v.before;
      options.post_relaxation = v.after;
      options.coarse_steps = v.coarse_steps;
      const oracle::Array f = oracle::box(problem.matrix());
      const SolveControls controls{1e-8, 30};
      const Outcome expected = multigrid<Double>(problem, f, controls, options);
      expect_same_way(stored_multigrid<double>(MatrixFormat::csr, problem, f, controls, options),
                      expected, 1e-11);
      expect_same_way(stored_multigrid<double>(MatrixFormat::ell, problem, f, controls, options),
                      expected, 1e-11);
    }
}

// As long as float's digits last.
TEST(StoredSolvers, FloatTakesAsManyIterations) {
  const Problem problem(paper_spec(32, 16), 32, 32);
  const oracle::Array f = oracle::random(32, 32, 16, 1);
  MultigridOptions options;
  options.levels = 4;
  const int cycles = multigrid<Float>(problem, f, {1e-3}, options).report.iterations;
  EXPECT_EQ(
      stored_multigrid<float>(MatrixFormat::csr, problem, f, {1e-3}, options).report.iterations,
      cycles);
  EXPECT_EQ(
      stored_multigrid<float>(MatrixFormat::ell, problem, f, {1e-3}, options).report.iterations,
      cycles);
  EXPECT_NEAR(stored_pcg<Float>(problem, f, {1e-3}).report.iterations,
              standard_pcg<Float>(problem, f, {1e-3}).report.iterations, 1);
}

TEST(StoredSolvers, ARightSideOfZeroIsSolvedAtOnce) {
  const Problem& problem = problems[1];
  const oracle::Array zero(20, 12, 9);
  EXPECT_EQ(stored_pcg<Double>(problem, zero, {1e-5}).report.iterations, 0);
  MultigridOptions options;
  options.levels = 2;
  const Outcome cycles =
      stored_multigrid<double>(MatrixFormat::csr, problem, zero, {1e-5}, options);
  EXPECT_EQ(cycles.report.iterations, 0);
  EXPECT_EQ(oracle::norm(cycles.solution), 0.0);
}

} // namespace
} // namespace isobar::explicit_solvers_test
