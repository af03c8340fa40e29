// Multigrid for the Poisson equation on boxes: what a solve starts from, how it ends, singular boxes, and what is refused.
#include "support_poisson.hpp"

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

/// Stretched, odd, of several kinds of sides.
BoxSpec some_box() {
  return {stretched_axis(19, 2.0, zero, closed), uniform_axis(16, around, around),
          stretched_axis(15, 2.0, closed, zero)};
}

template <class P> struct PoissonSolvers : testing::Test {
  static constexpr double tolerance = std::is_same_v<typename P::storage, float> ? 1e-5 : 1e-9;
};
using SolverPrecisions = testing::Types<Double, Float>;
TYPED_TEST_SUITE(PoissonSolvers, SolverPrecisions, PrecisionNames);

/// All ways to cycle that there are.
std::vector<PoissonOptions> all_options(int levels) {
  std::vector<PoissonOptions> all{red_black_cycle(levels), jacobi_cycle(levels, {0.86, 0.86}),
                                  jacobi_cycle(levels, chebyshev_factors(3))};
  PoissonOptions after = red_black_cycle(levels), before = jacobi_cycle(levels, {0.6, 1.2, 0.8});
  after.pre_relaxation = {};
  before.post_relaxation = {};
  all.insert(all.end(), {after, before});
  const std::size_t count = all.size();
  for (std::size_t n = 0; n < count; ++n) {
    all.push_back(all[n]);
    all.back().restriction = Restriction::transpose;
  }
  for (const CycleKind kind : {CycleKind::w, CycleKind::f})
    for (const Start start : {Start::zero, Start::full}) {
      all.push_back(red_black_cycle(levels));
      all.back().cycle = kind;
      all.back().start = start;
    }
  return all;
}

TYPED_TEST(PoissonSolvers, SolveTheOraclesEquationInCyclesOfAllKinds) {
  const BoxSpec box = some_box();
  const oracle::Array f = random_rhs(box);
  int way = 0;
  for (const PoissonOptions& options : all_options(all_levels(box))) {
    SCOPED_TRACE(way++);
    PoissonOnOneRank<TypeParam> problem(box, options);
    const SolveReport report = problem.solve(f, this->tolerance);
    EXPECT_TRUE(report.converged());
    EXPECT_LE(report.iterations, 40);
    const oracle::Array rounded =
        std::is_same_v<TypeParam, Float> ? oracle::rounded_to_float(f) : f;
    EXPECT_LE(true_residual(box, rounded, problem.solution()), 1.1 * this->tolerance);
  }
}

/// Truncated, so that a few steps would not do: the paper's ways to solve the coarsest level (Jacobsen and Senocak).
TYPED_TEST(PoissonSolvers, SolveTruncatedCyclesWhoseCoarsestLevelIsSolved) {
  for (const BoxSpec& box : {cubes(32, 16, 16, closed), some_box()}) {
    const oracle::Array f = random_rhs(box);
    PoissonOptions options = jacobi_cycle(2, {0.86, 0.86});
    options.coarse_steps = 1;
    options.coarse_tolerance = 1e-2;
    PoissonOnOneRank<TypeParam> truncated(box, options);
    EXPECT_FALSE(truncated.solve(f, 1e-4).converged() && truncated.solve(f, 1e-4).iterations < 40);
    for (const CoarsestSolver way :
         {CoarsestSolver::residual, CoarsestSolver::cg, CoarsestSolver::exact}) {
      SCOPED_TRACE(int(way));
      options.coarsest = way;
      PoissonOnOneRank<TypeParam> problem(box, options);
      const SolveReport report = problem.solve(f, 1e-4);
      EXPECT_TRUE(report.converged());
      EXPECT_LE(report.iterations, 14);
    }
  }
}

TYPED_TEST(PoissonSolvers, ConvergeByHalfWeightingAndInjection) {
  for (const BoxSpec& box : {cubes(32), cubes(32, 32, 32, closed)}) {
    const oracle::Array f = random_rhs(box);
    PoissonOptions options = jacobi_cycle(all_levels(box), {0.86, 0.86, 0.86, 0.86});
    for (const auto& [restriction, most] :
         {std::pair{Restriction::average, 6}, std::pair{Restriction::half_weighting, 11},
          std::pair{Restriction::injection, 14}}) {
      options.restriction = restriction;
      PoissonOnOneRank<TypeParam> problem(box, options);
      const SolveReport report = problem.solve(f, 1e-4);
      EXPECT_TRUE(report.converged()) << int(restriction);
      EXPECT_LE(report.iterations, most) << int(restriction);
    }
  }
}

TYPED_TEST(PoissonSolvers, LeaveTheSolutionWithAValidHaloOfEdges) {
  const BoxSpec box = cubes(8, 4, 4, around);
  PoissonOnOneRank<TypeParam> problem(box, red_black_cycle(2));
  EXPECT_TRUE(problem.solve(random_rhs(box), 1e-4).converged());
  const FieldOf<TypeParam>& field = problem.solver.solution();
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), field.view());
  const auto u = [&](int i, int k, int j) { return host(field.shape().offset + i, k, j + 1); };
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) {
      EXPECT_EQ(u(-1, k, j), u(7, k, j));
      EXPECT_EQ(u(8, k, j), u(0, k, j));
    }
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(u(i, k, -1), u(i, k, 3));
      EXPECT_EQ(u(i, k, 4), u(i, k, 0));
    }
  }
}

TEST(PoissonSolver, FromTheCurrentUIsOverAtOnceWhenThatIsGood) {
  for (const BoxSpec& box : {cubes(16), cubes(16, closed)}) {
    PoissonOnOneRank<Double> problem(box, red_black_cycle(4));
    const oracle::Array f = random_rhs(box);
    EXPECT_TRUE(problem.solve(f, 1e-8).converged());
    const oracle::Array u = problem.solution();
    const SolveReport again = problem.solve(f, 1e-7, Guess::current);
    EXPECT_TRUE(again.converged());
    EXPECT_EQ(again.iterations, 0);
    EXPECT_EQ(again.residual_norms.size(), 2u);
    EXPECT_LE(again.relative_residual(), 1e-7);
    EXPECT_LE(oracle::norm(oracle::sum(u, -1.0, problem.solution())), 1e-14 * oracle::norm(u));
    // Nearer to another right-hand side than 0 is: it takes less, and comes to the same.
    const oracle::Array next = oracle::sum(f, 1e-4, random_rhs(cubes(16, zero)));
    const SolveReport warm = problem.solve(next, 1e-8, Guess::current);
    EXPECT_TRUE(warm.converged());
    EXPECT_LE(true_residual(box, next, problem.solution()), 1.1e-8);
    EXPECT_LT(warm.iterations, problem.solve(next, 1e-8).iterations);
  }
}

TEST(PoissonSolver, OfARightHandSideOfZeroTheSolutionIsZero) {
  for (const BoxSpec& box : {cubes(8), cubes(8, closed), cubes(1, closed)}) {
    PoissonOnOneRank<Double> problem(box, red_black_cycle(1));
    const int n = box.x.cells();
    const SolveReport report = problem.solve(oracle::Array(n, n, n), 1e-8);
    EXPECT_TRUE(report.converged());
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(oracle::norm(problem.solution()), 0.0);
  }
}

TEST(PoissonSolver, SingularBoxesGetTheMeanZeroAndGiveUpThatOfF) {
  for (const BoxSpec& box :
       {cubes(16, closed), cubes(16, 4, 8, around),
        BoxSpec{stretched_axis(17, 3.0, closed, closed), uniform_axis(16, around, around),
                stretched_axis(9, 2.0, closed, closed)}})
    for (const PoissonOptions& options :
         {red_black_cycle(all_levels(box)), jacobi_cycle(2, {0.86, 0.86}), red_black_cycle(1)}) {
      PoissonOnOneRank<Double> problem(box, options);
      oracle::Array f = random_rhs(box);
      for (double& x : f.values) x += 3.0; // far from solvable
      const SolveReport report = problem.solver.solve(problem.field(f), {1e-8, 2000}, Guess::zero);
      EXPECT_TRUE(report.converged());
      const oracle::Array u = problem.solution();
      EXPECT_LE(true_residual(box, f, u), 1.1e-8);
      EXPECT_NEAR(oracle::dot(u, oracle::box_volumes(box)), 0.0,
                  1e-13 * box.volume() * oracle::norm(u));
    }
}

TEST(PoissonSolver, NaNIsReported) {
  for (const BoxSpec& box : {cubes(8), cubes(8, closed)}) {
    oracle::Array f = random_rhs(box);
    f(3, 2, 1) = std::numeric_limits<double>::quiet_NaN();
    PoissonOnOneRank<Double> problem(box, red_black_cycle(3));
    const SolveReport report = problem.solve(f, 1e-8);
    EXPECT_EQ(report.status, SolveStatus::not_finite);
    EXPECT_TRUE(problem.solve(random_rhs(box), 1e-8).converged()) << "after it";
  }
}

TEST(PoissonSolver, SaysWhenIterationsWereTooFew) {
  PoissonOnOneRank<Double> problem(cubes(16), jacobi_cycle(1, {0.8}));
  const SolveReport report =
      problem.solver.solve(problem.field(random_rhs(cubes(16))), {1e-8, 3}, Guess::zero);
  EXPECT_EQ(report.status, SolveStatus::not_converged);
  EXPECT_EQ(report.iterations, 3);
}

/// The line with which a solver is refused.
std::string refused(const BoxSpec& box, const PoissonOptions& options) {
  try {
    const PoissonOnOneRank<Double> problem(box, options);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing";
}
/// A cycle on two levels with one thing changed.
template <class Change> std::string refused_with(const Change& change) {
  PoissonOptions options = red_black_cycle(2);
  change(options);
  return refused(cubes(8), options);
}

TEST(PoissonOptions, AreNamedInOneLineWhereTheyAreOutOfRange) {
  using O = PoissonOptions;
  EXPECT_EQ(refused_with([](O&) {}), "nothing");
  EXPECT_EQ(refused_with([](O& o) { o.levels = {}; }),
            "multigrid option levels: expected at least 1");
  EXPECT_EQ(refused_with([](O& o) { o.levels = 0; }),
            "multigrid option levels: expected at least 1");
  EXPECT_EQ(refused_with([](O& o) { o.levels = 9; }), "multigrid option levels = 9: the box has 4");
  EXPECT_EQ(refused_with([](O& o) { o.coarse_steps = {}; }),
            "multigrid option coarse_steps: expected at least 1");
  EXPECT_EQ(refused_with([](O& o) { o.coarse_steps = 0; }),
            "multigrid option coarse_steps: expected at least 1");
  EXPECT_EQ(
      refused_with([](O& o) { o.pre_relaxation = o.post_relaxation = {}; }),
      "multigrid option pre_relaxation or post_relaxation: expected at least one smoothing step");
}

TEST(PoissonOptions, ColoursDoNotCloseAroundAnOddNumberOfCells) {
  const std::string line = "multigrid option relaxation: red-black steps need an even number of "
                           "cells in a periodic direction; level ";
  EXPECT_EQ(refused(cubes(9, around), red_black_cycle(1)), line + "0 has 9");
  EXPECT_EQ(refused(cubes(6, around), red_black_cycle(2)), line + "1 has 3");
  EXPECT_EQ(refused(cubes(9, around), jacobi_cycle(1, {0.8})), "nothing");
  EXPECT_EQ(refused(cubes(8, 1, 8, around), red_black_cycle(2)), "nothing");
}

TEST(PoissonOptions, ABoxOrAPartOfOneThatCannotBeIsRefused) {
  BoxSpec box = cubes(8);
  SelfCommunicators<double> ranks;
  const auto make = [&](const BoxSpec& b, const Partition& part) {
    MultigridPoisson<Double>({b, part}, red_black_cycle(2), ranks);
  };
  Partition odd = whole_box(box);
  odd.nx = 3;
  EXPECT_THROW(make(box, odd), std::invalid_argument);
  EXPECT_THROW(make(box, Partition::whole(8, 6)), std::invalid_argument);
  EXPECT_THROW(make(cubes(8, around), whole_box(cubes(8, around))), std::invalid_argument);
  box.z.interfaces[3] = box.z.interfaces[2];
  EXPECT_THROW(make(box, whole_box(box)), std::invalid_argument);
}

} // namespace
} // namespace isobar
