// A solver that is brought to other physics is the solver that would have been set up for them.
#include "run/kernel_timings.hpp"
#include "support_problem.hpp"

#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/columns/refinement.hpp>
#include <isobar/core/columns/stored_solvers.hpp>

#include <stdexcept>

namespace isobar::solver_update_test {
namespace {

const Problem before({Domain::panel, LayerSpacing::graded, test_physics, 12}, 32, 16);

/// Another time step, sound speed and depth, and other heights of the layers.
GridSpec other_spec() {
  Atmosphere a;
  a.time_step = 400.0;
  a.sound_speed = 300.0;
  a.depth = 30e3;
  return {Domain::panel, LayerSpacing::uniform, non_dimensional(a), before.spec.nz};
}
const Problem after(other_spec(), before.part.nx, before.part.ny);

/// Profiles, fields, and with an even seed columns of one's own, on the same grid with the same boundaries.
Problem general(int seed) {
  const Boundary open = Boundary::dirichlet, closed = Boundary::neumann;
  const Boundaries boundaries{closed, open, open, closed, open, closed};
  const GridCase c{Domain::flat, LayerSpacing::graded, before.part, 12,
                   test_physics, boundaries,           seed};
  return {c.spec(), before.part.nx, before.part.ny};
}
const Problem general_before = general(1), general_after = general(2);

template <class P> struct Updated : testing::Test {
  using Vector = FieldOf<P>;
  using T = typename P::storage;
  static SolveControls controls() { return {1e-30, 3}; }

  /// make(problem) makes a solver. Solutions differ by `most` in relation.
  template <class Make> static void expect_the_same(const Make& make, double most = 0.0) {
    expect_updated(make, solver_update_test::before, solver_update_test::after, most);
    expect_updated(make, general_before, general_after, most);
  }
  template <class Make>
  static void expect_updated(const Make& make, const Problem& before, const Problem& after,
                             double most) {
    const Vector f = after.field_of<P>(oracle::constant(after.matrix()));
    const auto fresh = make(after), updated = make(before);
    fresh->solve(f, controls());
    updated->solve(f, controls());
    EXPECT_NE(owned(updated->solution()).values, owned(fresh->solution()).values);
    KernelTimings counts;
    // Within a batch of the caller's, in which a kernel of the update must not be launched before its numbers are sent.
    CopyBatch::around([&] { updated->update(after.spec); });
    counts.stop();
    EXPECT_EQ(counts.allocations(), 0);
    updated->solve(f, controls());
    const oracle::Array difference =
        oracle::sum(owned(updated->solution()), -1.0, owned(fresh->solution()));
    EXPECT_LE(oracle::norm(difference), most * oracle::norm(owned(fresh->solution())));
  }
};
TYPED_TEST_SUITE(Updated, Precisions, PrecisionNames);

TYPED_TEST(Updated, Multigrid) {
  using P = TypeParam;
  SelfCommunicators<typename P::storage> self;
  MultigridOptions merged = with_levels(3), cg = with_levels(3);
  merged.merged_layers = 2;
  merged.restriction = Restriction::transpose;
  merged.overcorrection = 1.1;
  cg.coarse_solver = CoarseSolver::cg;
  cg.coarse_steps = 5;
  for (const MultigridOptions& o : {with_levels(3), merged, cg})
    TestFixture::expect_the_same([&](const Problem& problem) {
      return std::make_unique<Multigrid<P>>(problem.setup(), o, self);
    });
}

TYPED_TEST(Updated, Cg) {
  using P = TypeParam;
  SelfCommunicator<typename P::storage> self;
  TestFixture::expect_the_same([&](const Problem& problem) {
    return std::make_unique<FusedPcg<P>>(make_grid<P>(problem.setup()), self);
  });
  TestFixture::expect_the_same([&](const Problem& problem) {
    const auto grid = make_grid<P>(problem.setup());
    return std::make_unique<StandardPcg<P>>(grid, self,
                                            std::make_shared<ColumnPreconditioner<P>>(grid));
  });
}

struct UpdatedDouble : Updated<Double> {
  SelfCommunicators<double> outer;
  SelfCommunicators<float> inner;
};

TEST_F(UpdatedDouble, Refinement) {
  expect_the_same([&](const Problem& problem) {
    return std::make_unique<Refinement<Float>>(problem.setup(), with_levels(3), std::vector{1},
                                               outer, inner);
  });
}

TEST_F(UpdatedDouble, CgWithFloatCycles) {
  expect_the_same([&](const Problem& problem) {
    return std::make_unique<StandardPcg<Double>>(
        make_grid<Double>(problem.setup()), outer.on(0),
        std::make_shared<FloatPreconditioner<Float>>(problem.setup(), with_levels(3), inner));
  });
}

TEST_F(UpdatedDouble, StoredMatrices) {
  const double most = 1e-13; // libraries do not always sum in the same order
  for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell})
    expect_the_same(
        [&](const Problem& problem) {
          const MultigridOptions o = with_levels(3);
          return std::make_unique<Multigrid<Double>>(
              StoredLevels<double>::make(problem.setup(), o, format, outer), o);
        },
        most);
  expect_the_same(
      [&](const Problem& problem) { return StoredCg<double>::make(problem.setup(), outer.on(0)); },
      most);
}

TEST_F(UpdatedDouble, OtherGridsAreRefused) {
  FusedPcg<Double> solver(make_grid<Double>(before.setup()), outer.on(0));
  GridSpec flat = after.spec, higher = after.spec;
  flat.domain = Domain::flat;
  higher.nz = after.spec.nz + 1;
  for (const GridSpec& spec : {flat, higher})
    EXPECT_THROW(solver.update(spec), std::invalid_argument);
}

TEST_F(UpdatedDouble, OtherBoundariesAndNewFieldsAreRefused) {
  FusedPcg<Double> solver(make_grid<Double>(before.setup()), outer.on(0));
  GridSpec closed = after.spec, fields = after.spec;
  closed.boundaries.top = Boundary::dirichlet;
  fields.columns = general_after.spec.columns;
  for (const GridSpec& spec : {closed, fields})
    EXPECT_THROW(solver.update(spec), std::invalid_argument);
}

TEST_F(UpdatedDouble, ARefusedUpdateChangesNothing) {
  const Problem& problem = general_before;
  Multigrid<Double> solver(problem.setup(), with_levels(3), outer);
  const auto f = problem.field_of<Double>(oracle::constant(problem.matrix()));
  solver.solve(f, controls());
  const std::vector<double> right = owned(solver.solution()).values;
  ColumnFields wrong_field = *general_after.spec.columns;
  wrong_field.beta = [](int i, int j) { return i == 31 && j == 15 ? -1.0 : 2.0; };
  GridSpec wrong_column = general_after.spec, wrong_layer = general_after.spec;
  wrong_column.columns = std::make_shared<ColumnFields>(wrong_field);
  wrong_layer.profiles.beta = {1.0};
  for (const GridSpec& spec : {wrong_column, wrong_layer}) {
    EXPECT_THROW(solver.update(spec), std::invalid_argument);
    solver.solve(f, controls());
    EXPECT_EQ(owned(solver.solution()).values, right);
  }
}

TEST_F(UpdatedDouble, FunctionsAsPreconditionersAreRefused) {
  ColumnPreconditioner<Double> columns(make_grid<Double>(before.setup()));
  StandardPcg<Double> solver(make_grid<Double>(before.setup()), outer.on(0), std::ref(columns));
  EXPECT_THROW(solver.update(after.spec), std::logic_error);
}

} // namespace
} // namespace isobar::solver_update_test
