// The V-cycle level by level, its symmetry, and multigrid's way to the solution.
#include "support_problem.hpp"

#include <array>

namespace isobar {
namespace {

struct Variant {
  int levels;
  oracle::Cycle cycle;
  MultigridOptions options() const { return options_of(cycle, levels); }
};

const double r = 2.0 / 3.0;
const Variant variants[] = {{1, {{r}, {r}, {r, r}}},
                            {2, {{r}, {r}, {r, r}}},
                            {3, {{0.6}, {1.4}, {r, r}}},
                            {3, {{0.526, 0.8}, {1.665}, {r, r, r}}},
                            {2, {{0.8}, {0.7, 0.9}, {r}}},
                            {2, {{}, {0.8}, {r, r}}},
                            {3, {{0.8}, {}, {r, r}}},
                            {3, {{r}, {r}, {r, r}, true}},
                            {2, {{0.8, 0.8}, {0.8, 0.8}, {0.8}, true}},
                            {3, {{}, {0.8}, {r, r}, true}},
                            {3, {{}, {1.1}, {1.0, 1.0}, false, true}},
                            {2, {{1.0}, {0.9}, {1.1}, true, true}}};

/// Coefficients of all kinds and each boundary on some side.
Problem general(int nx, int ny, int nz, const Boundaries& boundaries, int seed) {
  const Partition whole = Partition::whole(nx, ny);
  return {GridCase{Domain::flat, LayerSpacing::uniform, whole, nz, test_physics, boundaries, seed}
              .spec(),
          nx, ny};
}
constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann;

const Problem problems[] = {{{Domain::panel, LayerSpacing::graded, test_physics, 6}, 20, 12},
                            {{Domain::flat, LayerSpacing::uniform, test_physics, 3}, 8, 36},
                            {{Domain::panel, LayerSpacing::graded, test_physics, 5}, 21, 11}};
/// At random from column to column: not for the relaxation factors of all variants, but each cycle is the oracle's.
const Problem general_problems[] = {
    general(20, 12, 6, {open, closed, closed, open, open, closed}, 1),
    general(13, 22, 5, {closed, open, open, closed, closed, open}, 2)};

Problem with_vertex_flux(int nx, int ny, int nz) {
  GridSpec spec{Domain::panel, LayerSpacing::graded, test_physics, nz};
  spec.flux = Flux::vertex;
  return {spec, nx, ny};
}
const Problem vertex_problems[] = {with_vertex_flux(20, 12, 6), with_vertex_flux(21, 11, 5),
                                   with_vertex_flux(16, 36, 3)};

template <class P>
oracle::Array one_cycle(const Problem& problem, const Variant& variant, const oracle::Array& f) {
  SelfCommunicators<typename P::storage> self;
  Multigrid<P> cycle(problem.setup(), variant.options(), self);
  return owned(cycle(problem.field_of<P>(f)));
}

template <class P> struct VCycle : testing::Test {};
TYPED_TEST_SUITE(VCycle, Precisions, PrecisionNames);

template <class P> void expect_the_oracles_cycle(const Problem& problem, const Variant& variant) {
  const auto m = problem.matrices(variant.levels);
  const oracle::Array f =
      oracle::rounded_to_float(oracle::apply(m[0], oracle::random(m[0].nx, m[0].ny, m[0].nz, 1)));
  const oracle::Array zero(m[0].nx, m[0].ny, m[0].nz);
  const oracle::Array expected = oracle::v_cycle(m, variant.cycle, zero, f);
  const oracle::Array found = one_cycle<P>(problem, variant, f);
  EXPECT_LE(oracle::norm(oracle::sum(found, -1.0, expected)),
            3.0 * kernel_tolerance<P>() * oracle::norm(expected));
}

TYPED_TEST(VCycle, IsTheOracles) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(&variant - variants);
    for (const Problem& problem : problems) expect_the_oracles_cycle<TypeParam>(problem, variant);
  }
}

TYPED_TEST(VCycle, IsTheOraclesWithTheVertexFlux) {
  for (const Variant& variant : variants) {
    if (variant.cycle.red_black) continue;
    SCOPED_TRACE(&variant - variants);
    for (const Problem& problem : vertex_problems)
      expect_the_oracles_cycle<TypeParam>(problem, variant);
  }
}

TYPED_TEST(VCycle, IsTheOraclesWithCoefficientsAndBoundariesOfAllKinds) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(&variant - variants);
    for (const Problem& problem : general_problems)
      expect_the_oracles_cycle<TypeParam>(problem, variant);
  }
}

TEST(Multigrid, GoesTheOraclesWay) {
  for (const Problem& problem : problems)
    for (const Variant& variant : variants) {
      SCOPED_TRACE(&variant - variants);
      const auto m = problem.matrices(variant.levels);
      const oracle::Array f = oracle::constant(m[0]);
      const auto expected = oracle::multigrid_history(m, variant.cycle, f, 1e-5);
      const Outcome found = multigrid<Double>(problem, f, {1e-5}, variant.options());
      ASSERT_EQ(found.report.residual_norms.size(), expected.size());
      for (std::size_t n = 0; n < expected.size(); ++n)
        EXPECT_NEAR(found.report.residual_norms[n], expected[n], 1e-11 * expected[0]);
    }
}

TEST(Multigrid, LayoutsTakeTheSameWay) {
  for (const Problem& problem : problems)
    for (const Variant& variant : variants)
      for (const CoarseSolver coarse : {CoarseSolver::smoother, CoarseSolver::cg}) {
        SCOPED_TRACE(&variant - variants);
        const oracle::Array f = oracle::box(problem.matrix());
        MultigridOptions options = variant.options();
        options.coarse_solver = coarse;
        const Outcome rows = multigrid<Double>(problem, f, {1e-7}, options);
        const Outcome columns = multigrid<ZFastest<Double>>(problem, f, {1e-7}, options);
        EXPECT_EQ(columns.report.status, rows.report.status);
        EXPECT_EQ(columns.report.iterations, rows.report.iterations);
        EXPECT_LE(oracle::norm(oracle::sum(columns.solution, -1.0, rows.solution)),
                  1e-11 * oracle::norm(rows.solution));
      }
}

TEST(Multigrid, CyclesAtSmallSizes) {
  struct {
    int n, levels;
  } const sizes[] = {{32, 4}, {64, 5}};
  for (const auto& [n, levels] : sizes) {
    const Problem problem(paper_spec(n, 32), n, n);
    const auto m = problem.matrices(levels);
    MultigridOptions options;
    options.levels = levels;
    const oracle::Cycle cycle{{r}, {r}, {r, r}};
    for (const oracle::Array& f : {oracle::box(m[0]), oracle::constant(m[0])}) {
      const Outcome found = multigrid<Double>(problem, f, {1e-5}, options);
      EXPECT_TRUE(found.report.converged());
      EXPECT_EQ(found.report.iterations + 1,
                int(oracle::multigrid_history(m, cycle, f, 1e-5).size()));
      EXPECT_LE(found.report.iterations, 12);
    }
  }
}

TEST(Multigrid, ExactCoarseSolveByCg) {
  const Problem problem = problems[0];
  MultigridOptions options;
  options.levels = 2;
  options.coarse_solver = CoarseSolver::cg;
  options.coarse_tolerance = 1e-12;
  options.coarse_steps = 200;
  const auto m = problem.matrices(2);
  const oracle::Cycle cycle{{r}, {r}, std::vector<double>(400, 0.8)};
  const oracle::Array f = oracle::box(m[0]);
  const auto expected = oracle::multigrid_history(m, cycle, f, 1e-8);
  const Outcome found = multigrid<Double>(problem, f, {1e-8}, options);
  ASSERT_EQ(found.report.residual_norms.size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n)
    EXPECT_NEAR(found.report.residual_norms[n], expected[n], 1e-9 * expected[0]);
}

/// On two levels all smoothing steps but those on the coarsest level are the finest one's.
TEST(Multigrid, FinestLevelTakesTurns) {
  const Problem& problem = problems[0];
  const auto m = problem.matrices(2);
  MultigridOptions options = options_of({{0.3}, {0.3}, {r, r}}, 2);
  options.finest_relaxation = {{0.5}, {1.2}, {}, {0.9, 0.7}};
  const oracle::Cycle turns[] = {{{0.5}, {1.2}, {r, r}}, {{}, {0.9, 0.7}, {r, r}}};
  const oracle::Array f = oracle::random(m[0].nx, m[0].ny, m[0].nz, 1);
  SelfCommunicators<double> self;
  Multigrid<Double> multigrid(problem.setup(), options, self);
  for (const int before : {0, 1, 2}) { // cycles of the same solve on other right-hand sides
    oracle::Array expected(m[0].nx, m[0].ny, m[0].nz);
    for (int n = 0; n < 3; ++n) expected = oracle::v_cycle(m, turns[(before + n) % 2], expected, f);
    const oracle::Array found = owned(multigrid.cycles(problem.field<double>(f), 3, before));
    EXPECT_LE(oracle::norm(oracle::sum(found, -1.0, expected)), 1e-12 * oracle::norm(expected));
  }
}

// A norm may come with the first smoothing step of the next cycle. The solve leaves the solution
// before that step, to which the norm belongs, and the next call does not begin with the step.
TEST(Multigrid, NormsLeaveTheSolutionAsItIs) {
  const Problem& problem = problems[0];
  MultigridOptions turns = with_levels(3);
  turns.finest_relaxation = {{0.5}, {1.2}, {0.7, 0.8}, {0.9}, {}, {0.8}};
  const oracle::Matrix m = problem.matrix();
  const oracle::Array rhs_of_f = oracle::random(m.nx, m.ny, m.nz, 1);
  const auto f = problem.field<double>(rhs_of_f);
  const auto g = problem.field<double>(oracle::random(m.nx, m.ny, m.nz, 2));
  for (const MultigridOptions& options : {with_levels(3), turns}) {
    SelfCommunicators<double> self, others;
    Multigrid<Double> solver(problem.setup(), options, self),
        cycles(problem.setup(), options, others);
    const auto expect_same = [&](int count, const auto& rhs) {
      const auto found = owned(solver.solution()), expected = owned(cycles.cycles(rhs, count));
      EXPECT_LE(oracle::norm(oracle::sum(found, -1.0, expected)), 1e-13 * oracle::norm(expected));
    };
    for (int count = 1; count <= 4; ++count) {
      const SolveReport report = solver.solve(f, {1e-30, count});
      expect_same(count, f);
      const auto residual = oracle::residual(m, owned(solver.solution()), rhs_of_f);
      EXPECT_NEAR(report.residual_norms.back(), oracle::norm(residual),
                  1e-11 * oracle::norm(rhs_of_f));
      solver.solve(g, {1e-30, 1});
      expect_same(1, g);
      solver.cycles(f, 2);
      expect_same(2, f);
    }
  }
}

/// |<B x, y> - <x, B y>| of one V-cycle B from zero, relative to |B x| |y|.
double asymmetry(const Problem& problem, const Variant& variant) {
  const oracle::Matrix m = problem.matrix();
  const oracle::Array x = oracle::random(m.nx, m.ny, m.nz, 1);
  const oracle::Array y = oracle::random(m.nx, m.ny, m.nz, 2);
  const oracle::Array bx = one_cycle<Double>(problem, variant, x);
  const oracle::Array by = one_cycle<Double>(problem, variant, y);
  EXPECT_GT(oracle::dot(bx, x), 0.0);
  return std::abs(oracle::dot(bx, y) - oracle::dot(x, by)) / (oracle::norm(bx) * oracle::norm(y));
}

TEST(VCycleSymmetry, NeedsTheTransposedRestrictionAndEqualFactors) {
  for (const Problem& problem : problems) {
    EXPECT_LT(asymmetry(problem, {3, {{r}, {r}, {r, r}, true}}), 1e-14);
    EXPECT_LT(asymmetry(problem, {2, {{0.6, 0.9}, {0.9, 0.6}, {r}, true}}), 1e-14);
    EXPECT_GT(asymmetry(problem, {3, {{r}, {r}, {r, r}, false}}), 1e-5);
    EXPECT_GT(asymmetry(problem, {3, {{0.6}, {1.4}, {r, r}, true}}), 1e-5);
  }
}

// The coarse levels only correct: in float they leave a double solver its counts and its accuracy.
TEST(Multigrid, CoarseLevelsMayBeFloat) {
  const Problem p(paper_spec(32, 64), 32, 32);
  const oracle::Array f = oracle::box(p.matrix());
  MultigridOptions options = with_levels(4);
  for (const std::vector<double>& before : {std::vector<double>{2.0 / 3.0}, std::vector<double>{}})
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      options.pre_relaxation = before;
      SelfCommunicators<double> fine;
      SelfCommunicators<float> coarse;
      Multigrid<Double> mixed(
          MatrixFreeLevels<Double, Float>::make(p.setup(), options, fine, coarse), options);
      const SolveReport report = mixed.solve(p.field<double>(f), {tolerance});
      EXPECT_EQ(report.iterations, multigrid<Double>(p, f, {tolerance}, options).report.iterations);
      const auto residual = oracle::residual(p.matrix(), owned(mixed.solution()), f);
      EXPECT_LE(oracle::norm(residual), 1.05 * tolerance * oracle::norm(f));
    }
}

/// A rank that thinks it has neighbours, and counts what would travel.
struct CountedExchanges final : Communicators<double> {
  struct Level final : SelfCommunicator<double> {
    int exchanges = 0;
    bool alone() const override { return false; }
    bool enqueued() const override { return false; } // what is recorded would be counted once
    void start(const FieldMemory<double>&, Halo) override { ++exchanges; }
  };
  std::array<Level, 4> levels;
  Communicator<double>& on(int level) override { return levels[std::size_t(level)]; }
};

// V(0,2) with two coarse steps, docs/communication.md. The correction has all that the first step
// then reads: u is exchanged between the two steps, and with its corners for the finer level. The
// finest level here halves one axis alone, so the step is not fused. A rank with neighbours in y
// alone interpolates its halo rows itself, one with neighbours in x has them sent.
TEST(Multigrid, ExchangesNoMoreThanItNeeds) {
  const GridSpec spec{Domain::flat, LayerSpacing::uniform, test_physics, 3};
  MultigridOptions options = options_of({{}, {0.9, 1.1}, {r, r}}, 4);
  const auto exchanges = [&](const Partition& part) {
    const GridSetup setup{spec, part, {}};
    CountedExchanges counted;
    Multigrid<Double> cycle(setup, options, counted);
    for (auto& level : counted.levels) level.exchanges = 0;
    cycle.cycles(make_field<Double>(setup, "f"), 1);
    std::vector<int> counts;
    for (const auto& level : counted.levels) counts.push_back(level.exchanges);
    return counts;
  };
  EXPECT_EQ(exchanges({32, 64, 0, 16, 32, 16}), (std::vector{2, 2, 2, 2}));
  EXPECT_EQ(exchanges({64, 32, 16, 0, 16, 32}), (std::vector{3, 2, 2, 2}));
}

} // namespace
} // namespace isobar
