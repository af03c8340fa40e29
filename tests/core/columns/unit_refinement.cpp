// Double solutions from float cycles: iterative refinement, and CG with a float V-cycle.
#include "support_problem.hpp"

#include <isobar/core/columns/refinement.hpp>

#include <limits>

namespace isobar::refinement_test {
namespace {

const Problem problem(paper_spec(32, 64), 32, 32);

MultigridOptions four_levels() {
  MultigridOptions options = with_levels(4);
  options.pre_relaxation = {0.6};
  options.post_relaxation = {1.4};
  return options;
}

template <class P>
Outcome refine(const oracle::Array& f, const SolveControls& controls,
               const std::vector<int>& cycles = {3},
               const MultigridOptions& options = four_levels()) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<P> solver(problem.setup(), options, cycles, outer, inner);
  SolveReport report = solver.solve(problem.field<double>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

double true_residual(const Outcome& o, const oracle::Array& f) {
  return oracle::norm(oracle::residual(problem.matrix(), o.solution, f)) / oracle::norm(f);
}

oracle::Array scaled(double factor, const oracle::Array& x) {
  return oracle::sum(oracle::Array(x.nx, x.ny, x.nz), factor, x);
}

template <class P> struct RefinementIn : testing::Test {};
using InnerPrecisions = testing::Types<Float, FloatStorage>;
TYPED_TEST_SUITE(RefinementIn, InnerPrecisions, PrecisionNames);

TYPED_TEST(RefinementIn, FloatReachesWhatDoubleReaches) {
  const oracle::Matrix m = problem.matrix();
  for (const oracle::Array& f :
       {oracle::box(m), oracle::constant(m), oracle::random(m.nx, m.ny, m.nz, 1)})
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      const Outcome o = refine<TypeParam>(f, {tolerance, 20});
      EXPECT_TRUE(o.report.converged()) << tolerance;
      EXPECT_LE(true_residual(o, f), 1.05 * tolerance);
      // The oracle's matrix differs in the last digits.
      EXPECT_NEAR(true_residual(o, f), o.report.relative_residual(), 0.05 * tolerance + 1e-11);
    }
}

TEST(Refinement, EachNormIsThatOfTheTrueResidual) {
  const oracle::Array f = oracle::box(problem.matrix());
  for (const int corrections : {1, 2, 3}) { // u in float, in double, and updated in double
    const Outcome o = refine<Float>(f, {1e-13, corrections}, {1});
    ASSERT_EQ(o.report.iterations, corrections);
    EXPECT_NEAR(true_residual(o, f), o.report.relative_residual(),
                1e-9 * o.report.relative_residual());
  }
}

/// One cycle a correction: the second correction has the second cycle's factors.
TEST(Refinement, TurnsOfTheFinestLevelGoOnWithTheNextCorrection) {
  const oracle::Array f =
      oracle::random(problem.matrix().nx, problem.matrix().ny, problem.matrix().nz, 1);
  MultigridOptions options = four_levels();
  options.finest_relaxation = {{0.5}, {1.2}, {}, {0.9, 0.7}};
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<Float> refined(problem.setup(), options, {1}, outer, inner);
  Multigrid<Double> plain(problem.setup(), options, outer);
  const SolveControls controls{1e-13, 3};
  const auto found = refined.solve(problem.field<double>(f), controls).residual_norms;
  const auto expected = plain.solve(problem.field<double>(f), controls).residual_norms;
  for (int n : {1, 2, 3}) EXPECT_NEAR(found[n], expected[n], 1e-3 * expected[n]) << n;
}

TYPED_TEST(RefinementIn, CountsDoNotDependOnTheSizeOfF) {
  const oracle::Array f = oracle::box(problem.matrix());
  const Outcome plain = refine<TypeParam>(f, {1e-10});
  for (const double factor : {0x1p-150, 0x1p150}) {
    const Outcome o = refine<TypeParam>(scaled(factor, f), {1e-10});
    EXPECT_EQ(o.report.iterations, plain.report.iterations);
    EXPECT_EQ(scaled(1.0 / factor, o.solution).values, plain.solution.values);
  }
}

TYPED_TEST(RefinementIn, SolvesDoNotDependOnEarlierOnes) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<TypeParam> solver(problem.setup(), four_levels(), {2}, outer, inner);
  const oracle::Matrix m = problem.matrix();
  const oracle::Array f = oracle::random(m.nx, m.ny, m.nz, 1);
  const auto solve = [&](const oracle::Array& g) {
    solver.solve(problem.field<double>(g), {1e-9});
    return owned(solver.solution()).values;
  };
  const auto first = solve(f);
  for (const double factor : {3.0, 1000.0, 1e-9, 0.0}) {
    (void)solve(scaled(factor, f));
    EXPECT_EQ(solve(f), first) << factor;
  }
}

/// CG on the only level, P^T as restriction, and red-black steps.
TYPED_TEST(RefinementIn, ConvergesWithEachCoarsestSolverAndRestriction) {
  const oracle::Array f = oracle::box(problem.matrix());
  MultigridOptions transposed = four_levels(), one_level = with_levels(1);
  transposed.restriction = Restriction::transpose;
  one_level.coarse_solver = CoarseSolver::cg;
  one_level.coarse_steps = 200;
  one_level.coarse_tolerance = 1e-4;
  MultigridOptions colours = four_levels();
  colours.relaxation = Relaxation::red_black;
  colours.pre_relaxation = colours.post_relaxation = {1.0};
  for (const MultigridOptions& options : {transposed, one_level, colours}) {
    const Outcome o = refine<TypeParam>(f, {1e-8, 20}, {2}, options);
    EXPECT_TRUE(o.report.converged());
    EXPECT_LE(true_residual(o, f), 1.05e-8);
  }
}

TEST(Refinement, TakesEachNumberOfCyclesInTurn) {
  const oracle::Array f = oracle::constant(problem.matrix());
  const auto norms = [&](const std::vector<int>& cycles) {
    return refine<Float>(f, {1e-13, 3}, cycles).report.residual_norms;
  };
  const auto two_three = norms({2, 3}), two = norms({2}), two_three_three = norms({2, 3, 3});
  EXPECT_EQ(two_three, two_three_three);
  EXPECT_EQ(two_three[1], two[1]);
  EXPECT_LT(two_three[2], 0.7 * two[2]);
}

TEST(Refinement, EndsAsEverySolverDoes) {
  oracle::Array f = oracle::constant(problem.matrix());
  const Outcome zero = refine<Float>(oracle::Array(32, 32, 64), {});
  EXPECT_EQ(zero.report.status, SolveStatus::converged);
  EXPECT_EQ(zero.report.iterations, 0);
  EXPECT_EQ(oracle::norm(zero.solution), 0.0);
  SolveControls controls{1e-11};
  controls.monitor = [](const IterationState& state) { return state.iteration == 1; };
  EXPECT_EQ(refine<Float>(f, controls).report.status, SolveStatus::interrupted);
  f(31, 31, 11) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refine<Float>(f, {}).report.status, SolveStatus::not_finite);
}

TEST(Refinement, UsedTwiceStartsAfresh) {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
  Refinement<Float> solver(problem.setup(), four_levels(), {2}, outer, inner);
  const Field<double> f = problem.field<double>(oracle::constant(problem.matrix()));
  const SolveReport first = solver.solve(f, {1e-9});
  const oracle::Array solution = owned(solver.solution());
  EXPECT_EQ(solver.solve(f, {1e-9}).residual_norms, first.residual_norms);
  EXPECT_EQ(owned(solver.solution()).values, solution.values);
}

/// CG in double around a V-cycle whose fields are of T.
template <class Preconditioner, class T>
Outcome preconditioned(const oracle::Array& f, const MultigridOptions& options,
                       Directions directions, double tolerance) {
  SelfCommunicators<T> self;
  SelfCommunicator<double> outer;
  Preconditioner cycle(problem.setup(), options, self);
  StandardPcg<Double> cg(make_grid<Double>(problem.setup()), outer, std::ref(cycle), directions);
  SolveReport report = cg.solve(problem.field<double>(f), {tolerance, 40});
  return {std::move(report), owned(cg.solution())};
}

TEST(FloatPreconditioner, MakesCgInDoubleAsQuickAsADoubleOne) {
  MultigridOptions options = four_levels();
  options.pre_relaxation = options.post_relaxation = {0.8};
  options.restriction = Restriction::transpose;
  const oracle::Matrix m = problem.matrix();
  const oracle::Array f = oracle::random(m.nx, m.ny, m.nz, 1);
  const auto counts = [&](double size, double tolerance) {
    const oracle::Array g = scaled(size, f);
    const Outcome right =
        preconditioned<Multigrid<Double>, double>(g, options, Directions::standard, tolerance);
    const Outcome found = preconditioned<FloatPreconditioner<Float>, float>(
        g, options, Directions::standard, tolerance);
    EXPECT_TRUE(found.report.converged());
    EXPECT_NEAR(found.report.iterations, right.report.iterations, 1);
    EXPECT_LE(true_residual(found, g), 1.05 * tolerance);
  };
  counts(1.0, 1e-5);
  counts(1.0, 1e-10);
  counts(0x1p-200, 1e-8);
}

TEST(FlexibleCg, WorksWithACycleThatIsNotSymmetric) {
  const oracle::Matrix m = problem.matrix();
  const oracle::Array f = oracle::random(m.nx, m.ny, m.nz, 1);
  MultigridOptions lopsided = four_levels();
  lopsided.pre_relaxation = {};
  const Outcome o =
      preconditioned<Multigrid<Double>, double>(f, lopsided, Directions::flexible, 1e-9);
  EXPECT_TRUE(o.report.converged());
  EXPECT_LE(true_residual(o, f), 1.05e-9);
  const Outcome plain =
      preconditioned<Multigrid<Double>, double>(f, lopsided, Directions::standard, 1e-9);
  EXPECT_LT(o.report.iterations, plain.report.iterations);
  // A symmetric preconditioner makes the same directions either way.
  MultigridOptions symmetric = four_levels();
  symmetric.post_relaxation = {0.6};
  symmetric.restriction = Restriction::transpose;
  const Outcome both[] = {
      preconditioned<Multigrid<Double>, double>(f, symmetric, Directions::flexible, 1e-5),
      preconditioned<Multigrid<Double>, double>(f, symmetric, Directions::standard, 1e-5)};
  EXPECT_EQ(both[0].report.iterations, both[1].report.iterations);
  EXPECT_NEAR(both[0].report.relative_residual(), both[1].report.relative_residual(), 1e-9);
}

} // namespace
} // namespace isobar::refinement_test
