// Cycles beyond the papers': full multigrid, overcorrection, cycles without norms.
#include "support_problem.hpp"

namespace isobar {
namespace {

const Problem problem({Domain::panel, LayerSpacing::graded, test_physics, 6}, 24, 16);
const oracle::Cycle cycle{{0.6}, {1.4}, {0.8, 0.8}};

MultigridOptions options(int levels) { return options_of(cycle, levels); }

double distance(const oracle::Array& x, const oracle::Array& y) {
  return oracle::norm(oracle::sum(x, -1.0, y)) / oracle::norm(y);
}

template <class P> struct FullMultigrid : testing::Test {};
TYPED_TEST_SUITE(FullMultigrid, Precisions, PrecisionNames);

TYPED_TEST(FullMultigrid, StartsFromTheCoarseLevels) {
  const auto m = problem.matrices(3);
  const oracle::Array f =
      oracle::rounded_to_float(oracle::apply(m[0], oracle::random(m[0].nx, m[0].ny, m[0].nz, 1)));
  const oracle::Array f1 = oracle::restrict_average(f, m[1].nx, m[1].ny),
                      f2 = oracle::restrict_average(f1, m[2].nx, m[2].ny);
  const oracle::Array u2 =
      oracle::v_cycle(m, cycle, oracle::Array(m[2].nx, m[2].ny, m[2].nz), f2, 2);
  const oracle::Array u1 =
      oracle::v_cycle(m, cycle, oracle::prolongate(u2, m[1].nx, m[1].ny), f1, 1);
  const oracle::Array u0 =
      oracle::v_cycle(m, cycle, oracle::prolongate(u1, m[0].nx, m[0].ny), f, 0);
  SelfCommunicators<typename TypeParam::storage> self;
  MultigridOptions full = options(3);
  full.start = Start::full;
  Multigrid<TypeParam> multigrid(problem.setup(), full, self);
  const auto field = problem.field_of<TypeParam>(f);
  const double tolerance = 5.0 * kernel_tolerance<TypeParam>();
  EXPECT_LE(distance(owned(multigrid.cycles(field, 1)), u0), tolerance);
  // Later cycles go on from there.
  const oracle::Array next = oracle::v_cycle(m, cycle, u0, f);
  EXPECT_LE(distance(owned(multigrid.cycles(field, 2)), next), tolerance);
}

TEST(Multigrid, OvercorrectionStretchesTheCoarseCorrection) {
  const auto m = problem.matrices(2);
  const oracle::Array f = oracle::constant(m[0]), zero(m[0].nx, m[0].ny, m[0].nz);
  const oracle::Array before = oracle::smooth(m[0], 0.6, zero, f);
  const oracle::Array coarse_f =
      oracle::restrict_average(oracle::residual(m[0], before, f), m[1].nx, m[1].ny);
  oracle::Array e(m[1].nx, m[1].ny, m[1].nz);
  for (const double rho : cycle.coarsest) e = oracle::smooth(m[1], rho, e, coarse_f);
  const oracle::Array corrected =
      oracle::sum(before, 1.25, oracle::prolongate(e, m[0].nx, m[0].ny));
  MultigridOptions o = options(2);
  o.overcorrection = 1.25;
  SelfCommunicators<double> self;
  Multigrid<Double> multigrid(problem.setup(), o, self);
  EXPECT_LE(distance(owned(multigrid.cycles(problem.field<double>(f), 1)),
                     oracle::smooth(m[0], 1.4, corrected, f)),
            1e-12);
}

TEST(Multigrid, CyclesWithoutNormsAreThoseOfASolve) {
  const oracle::Array f = oracle::constant(problem.matrix());
  const Outcome solved = multigrid<Double>(problem, f, {1e-12, 4}, options(3));
  SelfCommunicators<double> self;
  Multigrid<Double> multigrid(problem.setup(), options(3), self);
  EXPECT_EQ(owned(multigrid.cycles(problem.field<double>(f), 4)).values, solved.solution.values);
}

TEST(Multigrid, TakesNoNormBeforeCheckAfter) {
  const oracle::Array f = oracle::constant(problem.matrix());
  const auto norms = [&](int most, int check_after) {
    return multigrid<Double>(problem, f, {1e-4, most, {}, check_after}, options(3)).report;
  };
  const SolveReport all = norms(50, 0);
  ASSERT_TRUE(all.converged());
  ASSERT_GT(all.iterations, 3);
  const SolveReport late = norms(50, 3);
  EXPECT_EQ(late.iterations, all.iterations);
  for (int n = 0; n <= all.iterations; ++n) {
    if (n == 1 || n == 2) EXPECT_TRUE(std::isnan(late.residual_norms[n])) << n;
    else EXPECT_EQ(late.residual_norms[n], all.residual_norms[n]) << n;
  }
  // A count that is too large is taken, and its norm decides; the last cycle is always checked.
  const SolveReport fixed = norms(50, all.iterations + 2);
  EXPECT_EQ(fixed.iterations, all.iterations + 2);
  EXPECT_LT(fixed.relative_residual(), all.relative_residual());
  const SolveReport too_few = norms(2, 50);
  EXPECT_EQ(too_few.iterations, 2);
  EXPECT_EQ(too_few.status, SolveStatus::not_converged);
  EXPECT_EQ(too_few.residual_norms[2], all.residual_norms[2]);
}

} // namespace
} // namespace isobar
