// How solves end: every status of every solver, and what float can reach.
#include "support_problem.hpp"

#include <isobar/core/field/blas.hpp>

#include <functional>
#include <limits>

namespace isobar::solver_outcomes_test {
namespace {

const Problem& problem = small_problem;

struct Method {
  const char* name;
  std::function<Outcome(const oracle::Array&, const SolveControls&)> solve;
};
const Method methods[] = {
    {"fused", [](const auto& f, const auto& c) { return fused_pcg<Double>(problem, f, c); }},
    {"standard", [](const auto& f, const auto& c) { return standard_pcg<Double>(problem, f, c); }},
    {"multigrid", [](const auto& f, const auto& c) {
       return multigrid<Double>(problem, f, c, with_levels(3));
     }}};

oracle::Array rhs() { return oracle::constant(problem.matrix()); }

TEST(Outcomes, NanAndInfinityInTheRightSide) {
  for (const Method& s : methods)
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      SCOPED_TRACE(s.name);
      oracle::Array f = rhs();
      f(31, 31, 11) = bad;
      const Outcome o = s.solve(f, {});
      EXPECT_EQ(o.report.status, SolveStatus::not_finite);
      EXPECT_EQ(o.report.iterations, 0);
    }
}

TEST(Outcomes, ZeroRightSide) {
  for (const Method& s : methods) {
    SCOPED_TRACE(s.name);
    const Outcome o = s.solve(oracle::Array(32, 32, 12), {});
    EXPECT_EQ(o.report.status, SolveStatus::converged);
    EXPECT_EQ(o.report.iterations, 0);
    EXPECT_EQ(o.report.relative_residual(), 0.0);
    EXPECT_EQ(oracle::norm(o.solution), 0.0);
  }
}

TEST(Outcomes, IterationsAtAnEnd) {
  const oracle::Matrix m = problem.matrix();
  for (const Method& s : methods)
    for (const int most : {0, 1, 3}) {
      SCOPED_TRACE(s.name);
      const Outcome o = s.solve(rhs(), {1e-12, most});
      EXPECT_EQ(o.report.status, SolveStatus::not_converged);
      EXPECT_EQ(o.report.iterations, most);
      ASSERT_EQ(int(o.report.residual_norms.size()), most + 1);
      const double last = o.report.residual_norms.back();
      EXPECT_NEAR(oracle::norm(oracle::residual(m, o.solution, rhs())), last, 1e-9 * last);
    }
}

// The wish travels with the next sum, so the iteration after it is the last. Fused CG looks once a
// batch.
TEST(Outcomes, InterruptedByTheMonitor) {
  const oracle::Matrix m = problem.matrix();
  for (const Method& s : methods) {
    SCOPED_TRACE(s.name);
    const int batch = s.name == std::string("fused") ? CgState::batch : 1,
              asked = std::max(2, batch);
    std::vector<IterationState> seen;
    SolveControls controls{1e-12};
    controls.monitor = [&](const IterationState& state) {
      seen.push_back(state);
      return state.iteration >= 2;
    };
    const Outcome o = s.solve(rhs(), controls);
    EXPECT_EQ(o.report.status, SolveStatus::interrupted);
    EXPECT_EQ(o.report.iterations, asked + 1);
    ASSERT_EQ(int(seen.size()), asked / batch + 1);
    EXPECT_EQ(seen.back().iteration, asked);
    EXPECT_EQ(seen.back().residual_norm, o.report.residual_norms[asked]);
    const double last = o.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(m, o.solution, rhs())), last, 1e-9 * last);
  }
}

TEST(Outcomes, ASolverUsedTwiceStartsAfresh) {
  SelfCommunicators<double> self;
  FusedPcg<Double> cg(make_grid<Double>(problem.setup()), self.on(0));
  Multigrid<Double> mg(problem.setup(), with_levels(3), self);
  const auto twice = [&](auto& solver) {
    const Field<double> f = problem.field<double>(rhs());
    const SolveReport first = solver.solve(f, {});
    const oracle::Array solution = owned(solver.solution());
    EXPECT_EQ(solver.solve(f, {}).residual_norms, first.residual_norms);
    EXPECT_EQ(owned(solver.solution()).values, solution.values);
    solver.solve(problem.field<double>(oracle::Array(32, 32, 12)), {});
    EXPECT_EQ(oracle::norm(owned(solver.solution())), 0.0);
  };
  twice(cg);
  twice(mg);
}

/// A "preconditioner" that turns every direction round.
struct Negative {
  Field<double> z{"z", 32, 32, 12};
  const Field<double>& operator()(const Field<double>& r, double) const {
    Blas<double>::axpby(-1.0, r, 0.0, z);
    return z;
  }
};

TEST(Outcomes, Breakdown) {
  SelfCommunicator<double> self;
  StandardPcg<Double> standard(make_grid<Double>(problem.setup()), self, Negative());
  const SolveReport report = standard.solve(problem.field<double>(rhs()), {});
  EXPECT_EQ(report.status, SolveStatus::breakdown);
  EXPECT_EQ(report.iterations, 0);

  GridSpec indefinite = problem.spec;
  indefinite.physics.omega_squared = -0.1;
  const Outcome fused = fused_pcg<Double>({indefinite, 32, 32}, rhs(), {1e-12, 500});
  EXPECT_EQ(fused.report.status, SolveStatus::breakdown);
}

TEST(Outcomes, ConvergenceTestRecordsEveryNorm) {
  const SolveControls controls{0.1, 3};
  ConvergenceTest test(controls, 2.0);
  EXPECT_FALSE(test.finished());
  test.record(1.0, false);
  EXPECT_FALSE(test.finished());
  test.record(0.2, true); // converged comes before interrupted
  EXPECT_TRUE(test.finished());
  const SolveReport report = std::move(test).report();
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.residual_norms, (std::vector<double>{2.0, 1.0, 0.2}));
  EXPECT_DOUBLE_EQ(report.relative_residual(), 0.1);
  EXPECT_EQ(to_string(SolveStatus::not_finite), "not finite");
}

} // namespace
} // namespace isobar::solver_outcomes_test
