// CG's scalars on the device. A solve is the same to the last bit, however many iterations lie
// between two looks of the host. This holds for a rank that is alone, too.
#include "support_problem.hpp"

#include <limits>

namespace isobar::solver_batches_test {
namespace {

constexpr int batches[] = {1, 3, CgState::most};
const Problem& problem = small_problem;

oracle::Array rhs() { return oracle::random(32, 32, 12, 1); }

template <class P, class C = SelfCommunicator<typename P::storage>>
Outcome solve(const SolveControls& controls, int batch, const Problem& of = problem,
              C communicator = {}, const oracle::Array& f = rhs()) {
  FusedPcg<P> solver(make_grid<P>(of.setup()), communicator, batch);
  SolveReport report = solver.solve(of.field_of<P>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

void expect_same(const Outcome& found, const Outcome& expected) {
  EXPECT_EQ(found.report.status, expected.report.status);
  EXPECT_EQ(found.report.iterations, expected.report.iterations);
  EXPECT_EQ(found.report.residual_norms, expected.report.residual_norms);
  EXPECT_EQ(found.solution.values, expected.solution.values);
}

/// A rank that thinks that there are others.
template <class T> struct OneOfMany : SelfCommunicator<T> {
  int* sums = nullptr;
  double other_wish = 0.0; ///< of another rank, to stop
  bool alone() const override { return false; }
  void sum(std::span<double> values) override {
    if (sums) ++*sums;
    if (values.size() == 3) values[2] += other_wish;
  }
};

struct TakeStep {
  CgState* state;
  CgStep step;
  KOKKOS_FUNCTION void operator()(int) const { state->perform(step); }
};

/// The same with sums that stay on the device; the host's carry a wish to stop alone.
template <class T> struct OneOfPeers : OneOfMany<T> {
  bool sums_on_device() const override { return true; }
  void sum_on_device(CgState* state, CgStep step) override {
    Kokkos::parallel_for("step", Kokkos::RangePolicy<ExecutionSpace>(0, 1), TakeStep{state, step});
  }
  void sum(std::span<double> values) override {
    if (this->sums) ++*this->sums;
    if (values.size() == 1) values[0] += this->other_wish;
  }
};

template <class P> struct CgBatches : testing::Test {};
TYPED_TEST_SUITE(CgBatches, Precisions, PrecisionNames);

TYPED_TEST(CgBatches, ChangeNothing) {
  const SolveControls controls{1e-4};
  const Outcome expected = solve<TypeParam>(controls, 1);
  EXPECT_TRUE(expected.report.converged());
  EXPECT_GT(expected.report.iterations, CgState::most); // more than one batch
  for (const int batch : batches) {
    SCOPED_TRACE(batch);
    expect_same(solve<TypeParam>(controls, batch), expected);
    int sums = 0;
    OneOfMany<typename TypeParam::storage> many;
    many.sums = &sums;
    expect_same(solve<TypeParam>(controls, batch, problem, many), expected);
    EXPECT_EQ(sums, 1 + 2 * expected.report.iterations + 1); // and that of the true residual
  }
}

TYPED_TEST(CgBatches, ChangeNothingWhereSumsStayOnTheDevice) {
  const SolveControls controls{1e-4};
  const Outcome expected = solve<TypeParam>(controls, 1);
  for (const int batch : batches) {
    SCOPED_TRACE(batch);
    int looks = 0;
    OneOfPeers<typename TypeParam::storage> peers;
    peers.sums = &looks;
    expect_same(solve<TypeParam>(controls, batch, problem, peers), expected);
    // One for each batch, and the sum of the true residual.
    EXPECT_EQ(looks, (expected.report.iterations + batch - 1) / batch + 1);
  }
}

TEST(CgBatch, StopsWithTheBatchWhereAnotherPeerWantsTo) {
  OneOfPeers<double> peers;
  peers.other_wish = 1.0;
  const Outcome stopped = solve<Double>({1e-12}, CgState::most, problem, peers);
  EXPECT_EQ(stopped.report.status, SolveStatus::interrupted);
  EXPECT_LE(stopped.report.iterations, CgState::most);
}

TEST(CgBatch, CountAsManyIterationsAsTheTextbook) {
  for (const double tolerance : {1e-2, 1e-5, 1e-9}) {
    const auto expected = oracle::pcg_history(problem.matrix(), rhs(), tolerance);
    const Outcome standard = standard_pcg<Double>(problem, rhs(), {tolerance});
    for (const int batch : batches) {
      const Outcome o = solve<Double>({tolerance}, batch);
      EXPECT_EQ(o.report.status, standard.report.status);
      EXPECT_EQ(o.report.iterations, standard.report.iterations);
      ASSERT_EQ(o.report.residual_norms.size(), expected.size());
      for (std::size_t n = 0; n < expected.size(); ++n)
        EXPECT_NEAR(o.report.residual_norms[n], expected[n], 1e-6 * expected[n]);
    }
  }
}

TEST(CgBatch, EndsAtTheMaximumOfIterations) {
  const oracle::Matrix m = problem.matrix();
  for (const int most : {0, 1, 2, 7, 8, 9, 20}) {
    SCOPED_TRACE(most);
    const Outcome expected = solve<Double>({1e-12, most}, 1);
    EXPECT_EQ(expected.report.status, SolveStatus::not_converged);
    EXPECT_EQ(expected.report.iterations, most);
    const double last = expected.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(m, expected.solution, rhs())), last, 1e-9 * last);
    for (const int batch : batches) expect_same(solve<Double>({1e-12, most}, batch), expected);
  }
}

TEST(CgBatch, EndsWhereNumbersEnd) {
  oracle::Array f = rhs();
  f(31, 31, 11) = std::numeric_limits<double>::quiet_NaN();
  const GridOf<Double> grid = make_grid<Double>(problem.setup());
  const auto west = Kokkos::create_mirror_view(grid.matrix().columns().west);
  Kokkos::deep_copy(west, grid.matrix().columns().west);
  west(7, 3) = std::numeric_limits<double>::quiet_NaN(); // met by the first product with A
  Kokkos::deep_copy(grid.matrix().columns().west, west);
  for (const int batch : batches) {
    SCOPED_TRACE(batch);
    const Outcome at_once = solve<Double>({}, batch, problem, SelfCommunicator<double>{}, f);
    EXPECT_EQ(at_once.report.status, SolveStatus::not_finite);
    EXPECT_EQ(at_once.report.iterations, 0);
    SelfCommunicator<double> self;
    FusedPcg<Double> solver(grid, self, batch);
    const SolveReport report = solver.solve(problem.field<double>(rhs()), {});
    EXPECT_EQ(report.status, SolveStatus::not_finite);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(report.residual_norms.size(), 2u);
  }
}

TEST(CgBatch, BreaksDownInTheSameIteration) {
  GridSpec indefinite = problem.spec;
  indefinite.physics.omega_squared = -0.1;
  const Problem other(indefinite, 32, 32);
  const Outcome expected = solve<Double>({1e-12, 500}, 1, other);
  EXPECT_EQ(expected.report.status, SolveStatus::breakdown);
  const double last = expected.report.residual_norms.back();
  EXPECT_NEAR(oracle::norm(oracle::residual(other.matrix(), expected.solution, rhs())), last,
              1e-6 * last);
  for (const int batch : batches) {
    expect_same(solve<Double>({1e-12, 500}, batch, other), expected);
    expect_same(solve<Double>({1e-12, 500}, batch, other, OneOfMany<double>{}), expected);
  }
}

// The monitor is asked before each batch; its wish ends the solve one iteration later.
TEST(CgBatch, AskTheMonitorOnce) {
  const oracle::Matrix m = problem.matrix();
  for (const int batch : batches) {
    SCOPED_TRACE(batch);
    std::vector<int> seen;
    SolveControls controls{1e-12};
    controls.monitor = [&](const IterationState& state) {
      seen.push_back(state.iteration);
      return state.iteration >= 2 * batch;
    };
    const Outcome o = solve<Double>(controls, batch);
    EXPECT_EQ(seen, (std::vector<int>{0, batch, 2 * batch}));
    EXPECT_EQ(o.report.status, SolveStatus::interrupted);
    EXPECT_EQ(o.report.iterations, 2 * batch + 1);
    const double last = o.report.residual_norms.back();
    EXPECT_NEAR(oracle::norm(oracle::residual(m, o.solution, rhs())), last, 1e-9 * last);
  }
}

TEST(CgBatch, AnotherRankMayWishToStop) {
  OneOfMany<double> many;
  many.other_wish = 1.0;
  const Outcome o = solve<Double>({1e-12}, CgState::most, problem, many);
  EXPECT_EQ(o.report.status, SolveStatus::interrupted);
  EXPECT_EQ(o.report.iterations, 1);
}

TEST(CgBatch, ADirectionWithoutEnergyIsABreakdown) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    double sigma, kappa;
    bool breakdown;
  };
  const Case cases[] = {{2.0, 3.0, false}, {0.0, 3.0, true},        {-1.0, 3.0, true},
                        {2.0, 0.0, true},  {2.0, -1.0, true},       {2.0, nan, true},
                        {nan, 3.0, false}, {-1.0 / 0.0, 3.0, false}};
  for (const Case& c : cases) {
    CgState s;
    s.kappa = c.kappa;
    s.alpha = 7.0;
    s.sums.first = c.sigma;
    s.perform(CgStep::step_length);
    EXPECT_EQ(s.breakdown, c.breakdown) << c.sigma << ' ' << c.kappa;
    EXPECT_EQ(s.finished, c.breakdown);
    EXPECT_TRUE(s.alpha == (c.breakdown ? 0.0 : c.kappa / c.sigma) || std::isnan(c.sigma));
  }
}

} // namespace
} // namespace isobar::solver_batches_test
