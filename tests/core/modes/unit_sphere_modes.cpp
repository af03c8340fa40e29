// Solves in vertical modes on the sphere: the solutions of multigrid, in any cut into patches.
#include "support_sphere.hpp"

#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/modes/mode_preconditioner.hpp>
#include <isobar/core/modes/mode_solver.hpp>

namespace isobar::sphere_modes_test {
namespace {

constexpr int n = 16, nz = 8;
constexpr Physics strong_coupling{0.02, 0.05, 0.1};

struct Solved {
  SolveReport report;
  oracle::Array u;
};
template <class Make>
Solved solve(const GridSpec& spec, const Partition& p, const oracle::Array& f,
             const SolveControls& controls, const Make& make) {
  SelfCommunicators<double> self(p);
  auto solver = make(GridSetup{spec, p, {}}, self);
  const auto report = solver->solve(sphere_field<double>(f, p, SphereHalo::zero), controls);
  return {report, sphere_cells(solver->solution(), p)};
}
template <class M, class L = M>
Solved by_modes(const GridSpec& spec, const Partition& p, const oracle::Array& f,
                double tolerance) {
  return solve(spec, p, f, {tolerance, 10}, [&](const GridSetup& setup, auto& self) {
    using Modes = ModeSolver<Double, M, L>;
    return std::make_unique<Modes>(setup, Modes::options_for(tolerance), self.on(0));
  });
}
Solved by_multigrid(const GridSpec& spec, const Partition& p, const oracle::Array& f) {
  return solve(spec, p, f, {1e-12, 80}, [](const GridSetup& setup, auto& self) {
    MultigridOptions o;
    o.levels = 4;
    o.coarse_solver = CoarseSolver::cg;
    o.coarse_steps = 1000;
    return std::make_unique<Multigrid<Double>>(setup, o, self);
  });
}

/// One that separates, with functions of the position: beta and alpha_h have one profile.
std::vector<GridSpec> specs() {
  GridSpec large = sphere_spec(nz, strong_coupling);
  large.physics.omega_squared *= 30.0; // most modes have cycles
  return {sphere_spec(nz, strong_coupling), large, sphere_spec_with_fields(n, nz, strong_coupling)};
}

TEST(SphereModes, HaveTheSolutionOfMultigridInAnyCutIntoPatches) {
  const oracle::Array f = random_on_sphere(n, nz, 5);
  for (const GridSpec& spec : specs()) {
    const oracle::Array expected = by_multigrid(spec, Partition::whole_sphere(n), f).u;
    const Solved first = by_modes<Double>(spec, Partition::whole_sphere(n), f, 1e-11);
    EXPECT_TRUE(first.report.converged()) << outcome_line(first.report);
    EXPECT_LE(norm_of_difference(first.u, expected), 1e-9 * oracle::norm(expected));
    for (const Partition& p : whole_spheres(n)) {
      const Solved s = by_modes<Double>(spec, p, f, 1e-11);
      EXPECT_EQ(s.report.iterations, first.report.iterations);
      EXPECT_LE(norm_of_difference(s.u, first.u), 1e-11 * oracle::norm(first.u));
    }
  }
}

TEST(SphereModes, InEveryPrecisionReachWhatDoubleReaches) {
  const oracle::Array f = random_on_sphere(n, nz, 6);
  const Partition p = Partition::whole_sphere(n);
  for (const GridSpec& spec : specs())
    for (const double tolerance : {1e-5, 1e-11}) {
      for (const Solved& s :
           {by_modes<Double>(spec, p, f, tolerance), by_modes<Float>(spec, p, f, tolerance),
            by_modes<Double, Float>(spec, p, f, tolerance)}) {
        EXPECT_TRUE(s.report.converged()) << outcome_line(s.report);
        EXPECT_LE(s.report.iterations, tolerance < 1e-10 ? 5 : 2);
        const oracle::Array r = oracle::sum(f, -1.0, SphereOracle(spec, n).apply(s.u));
        EXPECT_LE(oracle::norm(r), 1.05 * tolerance * oracle::norm(f) + 1e-12);
      }
    }
}

TEST(SphereModes, FollowUpdates) {
  const Partition p = Partition::whole_sphere(n);
  const oracle::Array f = random_on_sphere(n, nz, 7);
  const GridSpec before = sphere_spec(nz, strong_coupling);
  GridSpec after = before;
  after.physics.omega_squared *= 0.25;
  const oracle::Array expected = by_modes<Double>(after, p, f, 1e-11).u;
  const Solved s = solve(before, p, f, {1e-11, 10}, [&](const GridSetup& setup, auto& self) {
    using Modes = ModeSolver<Double, Double>;
    auto solver = std::make_unique<Modes>(setup, Modes::options_for(1e-11), self.on(0));
    solver->solve(sphere_field<double>(f, p, SphereHalo::zero), {1e-11, 10});
    solver->update(after);
    return solver;
  });
  EXPECT_LE(norm_of_difference(s.u, expected), 1e-9 * oracle::norm(expected));
}

TEST(SphereModes, ArePreconditionerWithFewIterations) {
  const oracle::Array f = random_on_sphere(n, nz, 8);
  for (const GridSpec& spec : specs())
    for (const Partition& p : whole_spheres(n)) {
      const Solved s = solve(spec, p, f, {1e-10, 40}, [](const GridSetup& setup, auto& self) {
        const GridOf<Double> grid = make_grid<Double>(setup);
        return std::make_unique<StandardPcg<Double>>(
            grid, self.on(0), std::make_shared<ModePreconditioner<Double, Float>>(setup));
      });
      EXPECT_TRUE(s.report.converged()) << outcome_line(s.report);
      EXPECT_LE(s.report.iterations, 14);
    }
}

} // namespace
} // namespace isobar::sphere_modes_test
