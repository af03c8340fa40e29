// How solves by GCR, GMRES and CR end: every status, happy breakdown and true breakdown.
#include "support_krylov.hpp"

#include <cmath>
#include <limits>

namespace isobar::krylov_outcomes_test {
namespace {

GeneralCase symmetric_or(const KrylovCase& k) {
  GeneralCase c = small;
  c.convection = k.method != KrylovMethod::cr;
  return c;
}
const oracle::Array f = oracle::random(6, 5, 4, 3);

struct KrylovOutcomes : testing::TestWithParam<KrylovCase> {
  Outcome run(const oracle::Array& g, const SolveControls& controls,
              const Precondition& precondition = columns, LinearOperator<Double> a = {}) const {
    return krylov_solve(GetParam(), symmetric_or(GetParam()), g, controls, precondition, a);
  }
};
INSTANTIATE_TEST_SUITE_P(All, KrylovOutcomes,
                         testing::Values(KrylovCase{KrylovMethod::gcr},
                                         KrylovCase{KrylovMethod::gcr, 2},
                                         KrylovCase{KrylovMethod::gmres},
                                         KrylovCase{KrylovMethod::gmres, 2},
                                         KrylovCase{KrylovMethod::cr}));

TEST_P(KrylovOutcomes, NanAndInfinityInTheRightSide) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    oracle::Array g = f;
    g(4, 5, 3) = bad;
    const Outcome o = run(g, {});
    EXPECT_EQ(o.report.status, SolveStatus::not_finite);
    EXPECT_EQ(o.report.iterations, 0);
  }
}

TEST_P(KrylovOutcomes, NanInTheOperatorOrThePreconditioner) {
  const auto poison = [](const Field<double>& v) {
    Kokkos::deep_copy(v.owned(), std::numeric_limits<double>::quiet_NaN());
  };
  const LinearOperator<Double> a = [&](const Field<double>&, const Field<double>& v) { poison(v); };
  EXPECT_EQ(run(f, {}, columns, a).report.status, SolveStatus::not_finite);
  const Precondition bad = [&](const GeneralCase& c) -> Preconditioner<Double> {
    return [&poison, z = Field<double>("z", c.part.nx, c.part.ny, c.nz)](
               const Field<double>&, double) -> const Field<double>& {
      poison(z);
      return z;
    };
  };
  EXPECT_EQ(run(f, {}, bad).report.status, SolveStatus::not_finite);
}

TEST_P(KrylovOutcomes, ZeroRightSide) {
  const Outcome o = run(oracle::Array(6, 5, 4), {});
  EXPECT_EQ(o.report.status, SolveStatus::converged);
  EXPECT_EQ(o.report.iterations, 0);
  EXPECT_EQ(oracle::norm(o.solution), 0.0);
}

TEST_P(KrylovOutcomes, IterationsAtAnEnd) {
  for (const int most : {0, 1, 3, 4}) {
    const Outcome o = run(f, {1e-14, most});
    EXPECT_EQ(o.report.status, SolveStatus::not_converged);
    EXPECT_EQ(o.report.iterations, most);
    ASSERT_EQ(int(o.report.residual_norms.size()), most + 1);
    const double last = o.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(symmetric_or(GetParam()).oracle(), o.solution, f)),
                last, 1e-9 * last);
  }
}

TEST_P(KrylovOutcomes, InterruptedByTheMonitor) {
  SolveControls controls{1e-14};
  controls.monitor = [](const IterationState& state) { return state.iteration >= 2; };
  const Outcome o = run(f, controls);
  EXPECT_EQ(o.report.status, SolveStatus::interrupted);
  EXPECT_EQ(o.report.iterations, 3);
}

TEST_P(KrylovOutcomes, AToleranceBelowRoundingIsNotMet) {
  const Outcome o = run(f, {1e-25, 3000});
  EXPECT_EQ(o.report.status, SolveStatus::stagnated)
      << o.report.iterations << outcome_line(o.report);
  const double truth =
      oracle::norm(oracle::residual(symmetric_or(GetParam()).oracle(), o.solution, f));
  EXPECT_LT(truth, 1e-13 * oracle::norm(f));
}

TEST_P(KrylovOutcomes, SolvesAgainAfterAnInterruption) {
  const GeneralCase c = symmetric_or(GetParam());
  SelfCommunicator<double> self;
  const auto solver = GetParam().make(make_grid<Double>(c.setup()), self, columns(c),
                                      std::make_shared<GeneralOperator<Double>>(c.make<Double>()));
  const auto rhs = problem_of(c).field_of<Double>(f);
  (void)solver->solve(rhs, {1e-14, 5});
  const SolveReport report = solver->solve(rhs, {1e-10, 2000});
  EXPECT_EQ(report.residual_norms, run(f, {1e-10, 2000}).report.residual_norms);
}

// A cyclic shift: GMRES(m) makes no step until its space is the whole one.
TEST(KrylovEnds, ARestartThatComesTooEarlyStagnates) {
  const std::vector<std::vector<double>> shift{
      {0.0, 0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}};
  oracle::Array g(4, 1, 1);
  g.values[0] = 1.0;
  const auto with_restart = [&](int restart) {
    return krylov_solve({KrylovMethod::gmres, restart}, dense_case(shift), g, {}, nothing,
                        dense_operator(shift))
        .report;
  };
  EXPECT_EQ(with_restart(3).status, SolveStatus::stagnated);
  EXPECT_EQ(with_restart(3).iterations, 3);
  EXPECT_TRUE(with_restart(4).converged());
  EXPECT_EQ(with_restart(4).iterations, 4);
}

/// Solves A u = (1, 0, ...) without a preconditioner.
Outcome solve_dense(KrylovMethod method, const std::vector<std::vector<double>>& a) {
  oracle::Array g(int(a.size()), 1, 1);
  g.values[0] = 1.0;
  return krylov_solve({method}, dense_case(a), g, {}, nothing, dense_operator(a));
}

// A v_0 = 2 v_0: the space is closed, and holds the solution.
TEST(KrylovEnds, HappyBreakdownIsASolution) {
  for (const KrylovMethod method : {KrylovMethod::gcr, KrylovMethod::gmres, KrylovMethod::cr}) {
    const Outcome o = solve_dense(method, {{2.0, 0.0}, {0.0, 3.0}});
    EXPECT_EQ(o.report.status, SolveStatus::converged);
    EXPECT_EQ(o.report.iterations, 1);
    EXPECT_EQ(o.solution.values, (std::vector<double>{0.5, 0.0}));
  }
}
// The first product is orthogonal to r. GMRES goes on, as in theory.
TEST(KrylovEnds, WhereTheFirstProductIsOrthogonalGmresAloneGoesOn) {
  const std::vector<std::vector<double>> a{{0.0, 1.0}, {1.0, 0.0}};
  for (const KrylovMethod method : {KrylovMethod::gcr, KrylovMethod::cr}) {
    const Outcome o = solve_dense(method, a);
    EXPECT_EQ(o.report.status, SolveStatus::breakdown);
    EXPECT_EQ(o.report.iterations, 0);
    EXPECT_EQ(oracle::norm(o.solution), 0.0);
  }
  const Outcome o = solve_dense(KrylovMethod::gmres, a);
  EXPECT_EQ(o.report.status, SolveStatus::converged);
  EXPECT_EQ(o.report.iterations, 2);
  EXPECT_EQ(o.solution.values, (std::vector<double>{0.0, 1.0}));
}
// A is singular and (1, 0) is not in its range: u = 0 is the best in the space of (1, 0).
TEST(KrylovEnds, BreakdownWhereTheMatrixIsSingular) {
  for (const KrylovMethod method : {KrylovMethod::gcr, KrylovMethod::gmres}) {
    const Outcome o = solve_dense(method, {{0.0, 1.0}, {0.0, 0.0}});
    EXPECT_EQ(o.report.status, SolveStatus::breakdown) << int(method);
    EXPECT_EQ(oracle::norm(o.solution), 0.0);
  }
}
// Symmetric and indefinite: CG would divide by <p, A p> = 0 after its first step.
TEST(KrylovEnds, CrNeedsNoDefiniteMatrix) {
  const Outcome o = solve_dense(KrylovMethod::cr, {{1.0, 2.0}, {2.0, -1.0}});
  EXPECT_EQ(o.report.status, SolveStatus::converged);
  EXPECT_EQ(o.report.iterations, 2);
  EXPECT_NEAR(o.solution.values[0], 0.2, 1e-14);
  EXPECT_NEAR(o.solution.values[1], 0.4, 1e-14);
}
TEST(KrylovEnds, CrBreaksDownWithAnIndefinitePreconditioner) {
  const Precondition minus = [](const GeneralCase&) -> Preconditioner<Double> {
    return [z = Field<double>()](const Field<double>& r, double) mutable -> const Field<double>& {
      if (z.shape().nx == 0) z = Field<double>("z", r.shape().nx, r.shape().ny, r.shape().nz);
      Blas<double>::axpby(-1.0, r, 0.0, z);
      return z;
    };
  };
  const Outcome o =
      krylov_solve({KrylovMethod::cr}, symmetric_or({KrylovMethod::cr}), f, {}, minus);
  EXPECT_EQ(o.report.status, SolveStatus::breakdown);
}

/// The right matrix, whose products for the recurrence are off by a factor that changes.
struct Drifting {
  GeneralOperator<Double> right;
  int calls = 0;
  void apply(const Field<double>& u, const Field<double>& v) { right.apply(u, v); }
  Sums apply_sums(const Field<double>& u, const Field<double>& w, const Field<double>& v) {
    const double factor = ++calls % 2 == 0 ? 1.001 : 0.999;
    Sums sums = right.apply_sums(u, w, v);
    Blas<double>::axpby(0.0, v, factor, v);
    sums.first *= factor;
    sums.second *= factor * factor;
    return sums;
  }
  double residual(const Field<double>& u, const Field<double>& g, const Field<double>& r) {
    return right.residual(u, g, r);
  }
  void update(const GridSpec&) {}
};

TEST_P(KrylovOutcomes, AWrongRecurrenceIsNotBelieved) {
  const GeneralCase c = symmetric_or(GetParam());
  const auto drifting = std::make_shared<Drifting>(Drifting{c.make<Double>()});
  const Outcome o = run(f, {1e-8, 3000}, columns, drifting);
  EXPECT_TRUE(o.report.converged()) << to_string(o.report.status);
  EXPECT_LE(oracle::norm(oracle::residual(c.oracle(), o.solution, f)), 1.01e-8 * oracle::norm(f));
}

} // namespace
} // namespace isobar::krylov_outcomes_test
