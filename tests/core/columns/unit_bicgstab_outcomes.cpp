// How solves by BiCGStab end: every status, and a recurrence that is wrong.
#include "support_bicgstab.hpp"

#include <cmath>
#include <limits>

namespace isobar {
namespace {

TEST(BicgstabOutcomes, NanAndInfinityInTheRightSide) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    oracle::Array f = oracle::random(6, 5, 4, 3);
    f(4, 5, 3) = bad;
    const Outcome o = bicgstab(small, f, {});
    EXPECT_EQ(o.report.status, SolveStatus::not_finite);
    EXPECT_EQ(o.report.iterations, 0);
  }
}

TEST(BicgstabOutcomes, NanInTheOperatorOrThePreconditioner) {
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const auto poison = [](const Field<double>& v) {
    Kokkos::deep_copy(v.owned(), std::numeric_limits<double>::quiet_NaN());
  };
  const LinearOperator<Double> a = [&](const Field<double>&, const Field<double>& v) { poison(v); };
  EXPECT_EQ(bicgstab(small, f, {}, columns, a).report.status, SolveStatus::not_finite);
  const Precondition bad = [&](const GeneralCase& c) -> Preconditioner<Double> {
    return [&poison, z = Field<double>("z", c.part.nx, c.part.ny, c.nz)](
               const Field<double>&, double) -> const Field<double>& {
      poison(z);
      return z;
    };
  };
  EXPECT_EQ(bicgstab(small, f, {}, bad).report.status, SolveStatus::not_finite);
}

TEST(BicgstabOutcomes, ZeroRightSide) {
  const Outcome o = bicgstab(small, oracle::Array(6, 5, 4), {});
  EXPECT_EQ(o.report.status, SolveStatus::converged);
  EXPECT_EQ(o.report.iterations, 0);
  EXPECT_EQ(oracle::norm(o.solution), 0.0);
}

TEST(BicgstabOutcomes, IterationsAtAnEnd) {
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  for (const int most : {0, 1, 3}) {
    const Outcome o = bicgstab(small, f, {1e-14, most});
    EXPECT_EQ(o.report.status, SolveStatus::not_converged);
    EXPECT_EQ(o.report.iterations, most);
    ASSERT_EQ(int(o.report.residual_norms.size()), most + 1);
    const double last = o.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(small.oracle(), o.solution, f)), last, 1e-9 * last);
  }
}

TEST(BicgstabOutcomes, InterruptedByTheMonitor) {
  SolveControls controls{1e-14};
  controls.monitor = [](const IterationState& state) { return state.iteration >= 2; };
  const Outcome o = bicgstab(small, oracle::random(6, 5, 4, 3), controls);
  EXPECT_EQ(o.report.status, SolveStatus::interrupted);
  EXPECT_EQ(o.report.iterations, 3);
}

/// Solves A u = (1, 0, ...).
Outcome solve_dense(const std::vector<std::vector<double>>& a) {
  oracle::Array f(int(a.size()), 1, 1);
  f.values[0] = 1.0;
  return bicgstab(dense_case(a), f, {}, nothing, dense_operator(a));
}

// None of these matrices is singular; r~ = f = (1, 0, ...), and the first column is A r~.
TEST(BicgstabOutcomes, BreakdownWhereTheShadowsProductIsZero) {
  const Outcome o = solve_dense({{0.0, 1.0}, {1.0, 0.0}});
  EXPECT_EQ(o.report.status, SolveStatus::breakdown);
  EXPECT_EQ(o.report.iterations, 0);
  EXPECT_EQ(oracle::norm(o.solution), 0.0);
}
// After the half step r = (0, -1), of which the product is (-1, 0).
TEST(BicgstabOutcomes, BreakdownWhereOmegaIsZero) {
  const Outcome o = solve_dense({{1.0, 1.0}, {1.0, 0.0}});
  EXPECT_EQ(o.report.status, SolveStatus::breakdown);
  EXPECT_EQ(o.report.iterations, 1);
  EXPECT_EQ(o.report.residual_norms.back(), 1.0);
}
// After it r = (0, -1, 0), of which the product is (0, -1, -1): omega is 1/2 and r = (0, -1/2, 1/2).
TEST(BicgstabOutcomes, BreakdownWhereRhoIsZero) {
  const Outcome o = solve_dense({{1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 1.0}});
  EXPECT_EQ(o.report.status, SolveStatus::breakdown);
  EXPECT_EQ(o.report.iterations, 1);
  EXPECT_DOUBLE_EQ(o.report.residual_norms.back(), std::sqrt(0.5));
}
TEST(BicgstabOutcomes, WhatEndsInAHalfStepHasConverged) {
  const Outcome o = solve_dense({{2.0, 0.0}, {0.0, 3.0}});
  EXPECT_EQ(o.report.status, SolveStatus::converged);
  EXPECT_EQ(o.report.iterations, 1);
  EXPECT_EQ(o.solution.values, (std::vector<double>{0.5, 0.0}));
}

TEST(BicgstabOutcomes, AToleranceBelowRoundingIsNotMet) {
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const Outcome o = bicgstab(small, f, {1e-25, 1000});
  EXPECT_EQ(o.report.status, SolveStatus::stagnated);
  EXPECT_LT(o.report.iterations, 200);
  const double truth = oracle::norm(oracle::residual(small.oracle(), o.solution, f));
  EXPECT_GT(o.report.residual_norms.back(), 0.2 * truth);
}

/// The right matrix, with steps that are a hundred times too long.
struct Overshooting {
  GeneralOperator<Double> right;
  int calls = 0;
  void apply(const Field<double>& u, const Field<double>& v) { right.apply(u, v); }
  Sums apply_sums(const Field<double>& u, const Field<double>& w, const Field<double>& v) {
    Sums sums = right.apply_sums(u, w, v);
    if (++calls % 2 == 1) sums.first *= 0.01;
    return sums;
  }
  double residual(const Field<double>& u, const Field<double>& f, const Field<double>& r) {
    return right.residual(u, f, r);
  }
  void update(const GridSpec&) {}
};

TEST(BicgstabOutcomes, DivergenceIsReported) {
  const auto matrix = std::make_shared<Overshooting>(Overshooting{small.make<Double>()});
  const Outcome o = bicgstab(small, oracle::random(6, 5, 4, 3), {1e-10, 1000}, columns, matrix);
  EXPECT_EQ(o.report.status, SolveStatus::diverged);
  EXPECT_LT(o.report.iterations, 20);
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
  double residual(const Field<double>& u, const Field<double>& f, const Field<double>& r) {
    return right.residual(u, f, r);
  }
  void update(const GridSpec&) {}
};

// A recurrence that is wrong by a thousandth says 1e-10 when f - A u is 1e-3: the solver does not
// believe it.
TEST(BicgstabOutcomes, AWrongRecurrenceIsNotBelieved) {
  const oracle::Array f = oracle::random(6, 5, 4, 3);
  const auto drifting = std::make_shared<Drifting>(Drifting{small.make<Double>()});
  const Outcome o = bicgstab(small, f, {1e-10, 300}, columns, drifting);
  EXPECT_TRUE(o.report.converged());
  EXPECT_LE(oracle::norm(oracle::residual(small.oracle(), o.solution, f)),
            1.01e-10 * oracle::norm(f));
  const auto in_vain = std::make_shared<Drifting>(Drifting{small.make<Double>()});
  const Outcome stopped =
      bicgstab(small, f, {1e-10, bicgstab(small, f, {1e-10}).report.iterations}, columns, in_vain);
  EXPECT_EQ(stopped.report.status, SolveStatus::not_converged);
}

} // namespace
} // namespace isobar
