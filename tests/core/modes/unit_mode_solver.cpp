// Solves in vertical modes against the oracle's matrix, and their parts against plain loops.
#include "support_problem.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/modes/mode_solver.hpp>

#include <cmath>

namespace isobar::mode_solver_test {
namespace {

template <class P, class M, class L = M>
Outcome solve_by_modes(const Problem& problem, const oracle::Array& f,
                       const SolveControls& controls) {
  SelfCommunicator<typename P::storage> self(problem.part.periodic);
  ModeSolver<P, M, L> solver(problem.setup(), {}, self);
  SolveReport report = solver.solve(problem.field_of<P>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

double true_residual(const Problem& problem, const oracle::Array& u, const oracle::Array& f) {
  return oracle::norm(oracle::residual(problem.matrix(), u, f)) / oracle::norm(f);
}

/// Fields of all three coefficients, and profiles of which those of beta and alpha_h are the same.
Problem problem_with_fields() {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 10};
  for (int k = 0; k < spec.nz; ++k) {
    spec.profiles.alpha_h.push_back(1.0 + 0.2 * k);
    spec.profiles.beta.push_back(0.5 + 0.1 * k);
    spec.profiles.alpha_v.push_back(2.0 - 0.1 * k);
  }
  ColumnFields fields;
  fields.alpha_h = [](int i, int j) { return 1.0 + 0.5 * std::sin(0.7 * i + 0.2 * j); };
  fields.alpha_v = [](int i, int j) { return 1.5 + std::cos(0.3 * i - 0.4 * j); };
  fields.beta = [](int i, int j) { return 2.0 + std::sin(1.1 * i * j); };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  return {spec, 24, 16};
}

std::vector<Problem> problems() {
  std::vector<Problem> all{{paper_spec(32, 24), 32, 32}, {paper_spec(48, 7), 48, 20}};
  for (const Periodic p : {Periodic{true, true}, Periodic{true, false}, Periodic{false, true}}) {
    GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, 12};
    if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
    if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
    all.push_back({spec, 32, 16});
  }
  GridSpec sides{Domain::flat, LayerSpacing::uniform, test_physics, 9};
  sides.boundaries = {Boundary::neumann, Boundary::dirichlet, Boundary::neumann,
                      Boundary::neumann, Boundary::dirichlet, Boundary::neumann};
  all.push_back({sides, 33, 17});
  all.push_back(problem_with_fields());
  // Short steps, of which no mode needs cycles: R beside alpha alone makes that of mu = 0 definite.
  all.push_back(problem_with_fields());
  all.back().spec.physics.omega_squared *= 1e-4;
  for (Problem vertex : {Problem(paper_spec(32, 24), 32, 20), problem_with_fields()}) {
    vertex.spec.domain = Domain::panel;
    vertex.spec.flux = Flux::vertex;
    all.push_back(vertex);
  }
  return all;
}

template <class M, class L = M> void expect_solutions(double tolerance, int passes) {
  for (const Problem& problem : problems()) {
    const oracle::Matrix m = problem.matrix();
    for (const oracle::Array& f :
         {oracle::box(m), oracle::constant(m), oracle::random(m.nx, m.ny, m.nz, 1)}) {
      const Outcome o = solve_by_modes<Double, M, L>(problem, f, {tolerance, 10});
      EXPECT_TRUE(o.report.converged()) << outcome_line(o.report);
      EXPECT_LE(o.report.iterations, passes);
      EXPECT_LE(true_residual(problem, o.solution, f), 1.05 * tolerance + 1e-12);
    }
  }
}

TEST(ModeSolver, InDoubleSolvesInOnePass) { expect_solutions<Double>(1e-10, 2); }
TEST(ModeSolver, InFloatModesReachesWhatDoubleReaches) {
  expect_solutions<Float>(1e-5, 2);
  expect_solutions<Float>(1e-11, 4);
}
TEST(ModeSolver, InDoubleModesWithFloatCyclesReachesWhatDoubleReaches) {
  expect_solutions<Double, Float>(1e-5, 2);
  expect_solutions<Double, Float>(1e-11, 4);
}

/// A right-hand side that is the same in all layers is in mode 0 alone. Float cycles without a residual in double would leave 1e-4 of it at
/// this CFL number.
TEST(ModeSolver, InDoubleModesWithFloatCyclesSolvesSmoothRightHandSidesInOnePass) {
  Atmosphere a;
  a.time_step = default_time_step(64) * 33.0 / 8.442;
  const Problem problem({Domain::panel, LayerSpacing::graded, non_dimensional(a), 32}, 64, 64);
  const oracle::Array f = oracle::box(problem.matrix());
  const Outcome o = solve_by_modes<Double, Double, Float>(problem, f, {1e-5, 10});
  EXPECT_EQ(o.report.iterations, 1) << outcome_line(o.report);
  EXPECT_LE(true_residual(problem, o.solution, f), 1e-5);
}

TEST(ModeSolver, HasTheSolutionOfMultigrid) {
  std::vector<Problem> all = problems();
  GridSpec equiangular = paper_spec(32, 16);
  equiangular.domain = Domain::equiangular_panel;
  equiangular.flux = Flux::vertex;
  all.emplace_back(equiangular, 32, 32);
  for (const Problem& problem : all) {
    const oracle::Array f = oracle::random(problem.part.nx, problem.part.ny, problem.spec.nz, 3);
    const Outcome modes = solve_by_modes<Double, Double>(problem, f, {1e-13, 10});
    const Outcome cycles = multigrid<Double>(problem, f, {1e-12, 60});
    const double difference = oracle::norm(oracle::sum(modes.solution, -1.0, cycles.solution));
    EXPECT_LE(difference, 1e-10 * oracle::norm(cycles.solution));
  }
}

TEST(ModeSolver, TakesRightHandSidesOfAnySize) {
  const Problem& problem = small_problem;
  const oracle::Array f = oracle::random(32, 32, 12, 4);
  for (const double size : {1e-200, 1e-30, 1e30, 1e120}) {
    const oracle::Array g = oracle::sum(oracle::Array(32, 32, 12), size, f);
    const Outcome o = solve_by_modes<Double, Float>(problem, g, {1e-8, 10});
    EXPECT_TRUE(o.report.converged()) << size;
  }
}

TEST(ModeSolver, FollowsUpdates) {
  const Problem &before = small_problem, after(paper_spec(16, 12), 32, 32);
  const oracle::Array f = oracle::random(32, 32, 12, 6);
  SelfCommunicator<double> self;
  ModeSolver<Double, Float> solver(before.setup(), {}, self);
  solver.solve(before.field<double>(f), {1e-8, 10});
  solver.update(after.spec);
  EXPECT_TRUE(solver.solve(after.field<double>(f), {1e-8, 10}).converged());
  EXPECT_LE(true_residual(after, owned(solver.solution()), f), 1.05e-8);
}

TEST(ModeSolver, RefusesWhatDoesNotSeparate) {
  GridSpec spec = small_problem.spec;
  ColumnFields fields;
  fields.beta = [](int i, int) { return 1.0 + i; };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  EXPECT_NO_THROW(mode_pencil(spec)); // beta and alpha_h have one profile
  spec.profiles.beta.assign(std::size_t(spec.nz), 1.0);
  spec.profiles.beta[3] = 1.001;
  EXPECT_THROW(mode_pencil(spec), std::invalid_argument);
}

/// Why u is computed in double: products in float leave some thousandths of the residual in stiff columns.
TEST(ModeSolver, WouldMissItsToleranceWithAProductBackInFloat) {
  Atmosphere a;
  a.time_step = default_time_step(512);
  const GridSpec spec{Domain::panel, LayerSpacing::graded, non_dimensional(a), 128};
  const Problem problem(spec, 16, 16);
  const oracle::Array u = oracle::random(16, 16, 128, 2); // of modes: all of the same size in f
  VerticalModes modes(128);
  modes.find(mode_pencil(spec));
  oracle::Array f_modes = u, u_modes = u;
  for (int j = 0; j < 16; ++j)
    for (int i = 0; i < 16; ++i)
      for (int k = 0; k < 128; ++k) u_modes(j, i, k) = u(j, i, k) / modes.values()[std::size_t(k)];
  const Field<float> in = problem.field<float>(u_modes);
  const Field<double> out = problem.field<double>(oracle::Array(16, 16, 128));
  const ModeOrder order = on_device("order", ModeShares::whole(128).order);
  LayerMatrix<double> back(128);
  back.set_back(modes.vectors(), order);
  LayerProduct<double, float, double>::apply("back", back, in, out);
  const oracle::Array exact = owned(out), f = oracle::apply(problem.matrix(), exact);
  const auto left = [&](const oracle::Array& x) { return true_residual(problem, x, f); };
  EXPECT_LE(left(exact), 1e-12);
  LayerMatrix<float> single(128);
  single.set_back(modes.vectors(), order);
  const Field<float> rounded = problem.field<float>(oracle::Array(16, 16, 128));
  LayerProduct<float, float, float>::apply("back", single, in, rounded);
  EXPECT_GT(left(owned(rounded)), 1e-4);
}

/// Steps that reach so far leave what an iteration has to, and are as many for all tolerances.
TEST(ModeReach, FollowsFromTheTolerance) {
  double before = 1e300;
  for (const double tolerance : {1e-2, 1e-5, 1e-10}) {
    const double nu = ModeSolver<Double, Double>::options_for(tolerance).reach;
    const double rho = nu * nu / (1.0 + nu * nu);
    EXPECT_EQ(chebyshev_jacobi_steps(rho * (1.0 - 1e-9), 0.5 * tolerance), on_host ? 6 : 10);
    EXPECT_LT(nu, before);
    before = nu;
  }
}

} // namespace
} // namespace isobar::mode_solver_test
