// Solvers on the sphere: one rank with any cut into patches has the numbers of another, and turning the right-hand side turns the solution.
#include "support_sphere.hpp"

#include <isobar/core/columns/bicgstab.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/level_choice.hpp>
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/columns/refinement.hpp>

#include <cmath>

namespace isobar {
namespace {

constexpr int n = 16, nz = 8;
constexpr Physics strong_coupling{0.02, 0.05, 0.1};

MultigridOptions three_levels() {
  MultigridOptions o;
  o.levels = 3;
  return o;
}

oracle::Array random_cells() { return random_on_sphere(n, nz, 5); }

/// A solve on these patches, from an array of the sphere to one.
struct Solved {
  SolveReport report;
  oracle::Array u;
};
template <class Make> Solved solve(const Partition& p, const oracle::Array& f, const Make& make) {
  SelfCommunicators<double> self(p);
  auto solver = make(GridSetup{sphere_spec(nz, strong_coupling), p, {}}, self);
  const auto report =
      solver->solve(sphere_field<double>(f, p, SphereHalo::zero), SolveControls{1e-9, 60});
  return {report, sphere_cells(solver->solution(), p)};
}
Solved by_multigrid(const Partition& p, const oracle::Array& f) {
  return solve(p, f, [](const GridSetup& setup, auto& self) {
    return std::make_unique<Multigrid<Double>>(setup, three_levels(), self);
  });
}
Solved by_fused_cg(const Partition& p, const oracle::Array& f) {
  return solve(p, f, [](const GridSetup& setup, auto& self) {
    return std::make_unique<FusedPcg<Double>>(make_grid<Double>(setup), self.on(0));
  });
}
Solved by_cg(const Partition& p, const oracle::Array& f) {
  return solve(p, f, [](const GridSetup& setup, auto& self) {
    const GridOf<Double> grid = make_grid<Double>(setup);
    return std::make_unique<StandardPcg<Double>>(grid, self.on(0),
                                                 ColumnPreconditioner<Double>(grid));
  });
}

double largest_difference(const oracle::Array& a, const oracle::Array& b) {
  double largest = 0.0;
  for (std::size_t c = 0; c < a.values.size(); ++c)
    largest = std::max(largest, std::abs(a.values[c] - b.values[c]));
  return largest;
}

TEST(SphereHalos, AreTheCellsOfTheSphere) {
  for (const Partition& p : whole_spheres(n)) {
    SelfCommunicators<double> self(p);
    const auto expected = sphere_field<double>(random_cells(), p),
               u = sphere_field<double>(random_cells(), p, SphereHalo::zero);
    with_cube_corners(expected, p);
    exchange(self.on(0), u, Halo::edges_and_corners);
    const auto a = contents(u), b = contents(expected);
    for (std::size_t m = 0; m < a.size(); ++m) {
      const CellOfNumber at = cell_of(u.shape(), Int64(m));
      if (!at.padding) EXPECT_EQ(a[m], b[m]) << at.i << ", " << at.j;
    }
  }
}

TEST(SphereSolvers, SolveTheOraclesEquation) {
  const oracle::Array f = random_cells();
  const SphereOracle a(sphere_spec(nz, strong_coupling), n);
  for (const auto& solved :
       {by_multigrid(Partition::whole_sphere(n), f), by_fused_cg(Partition::whole_sphere(n), f),
        by_cg(Partition::whole_sphere(n), f)}) {
    EXPECT_TRUE(solved.report.converged());
    const oracle::Array r = oracle::sum(f, -1.0, a.apply(solved.u));
    EXPECT_LE(oracle::norm(r), 2e-9 * oracle::norm(f));
  }
}

/// Coarse levels, too, whatever the cut: columns beside a patch have the means that its own ones have.
TEST(SphereSolvers, HaveTheOraclesLevelsWithFunctionsOfThePosition) {
  GridSpec spec = sphere_spec_with_fields(n, nz);
  const oracle::Array fine = random_cells();
  for (int level = 0, m = n; level < 3; ++level, m /= 2) {
    SCOPED_TRACE(level);
    const oracle::Array u = random_on_sphere(m, nz, 3), image = SphereOracle(spec, m).apply(u);
    for (Partition p : {Partition::whole_sphere(n), Partition::on_sphere(n, {0, 12, 1, 2}),
                        Partition::on_sphere(n, {5, 7, 2, 2})}) {
      HorizontalMesh mesh(sphere_spec_with_fields(n, nz), p);
      for (int l = 0; l < level; ++l) mesh = mesh.coarsened(p = p.coarsened());
      const GridOf<Double> grid(sphere_spec_with_fields(n, nz), mesh, level);
      const auto in = sphere_field<double>(u, p);
      const Field<double> out("out", p.nx, p.ny, nz);
      Operator<Double>::apply(grid, in, out);
      EXPECT_LE(largest_difference(sphere_cells(out, p), of_patches(image, p)),
                1e-12 * oracle::norm(image));
    }
    spec = coarse_sphere_spec(spec, m / 2);
  }
}

/// One column a panel: each meets four others, and three of them at each of their corners.
TEST(SixColumns, HaveTheOraclesMatrix) {
  for (const GridSpec& spec : {sphere_spec(nz), sphere_spec_with_fields(1, nz)}) {
    const oracle::Array u = random_on_sphere(1, nz, 3), image = SphereOracle(spec, 1).apply(u);
    for (const Partition& p : {Partition::whole_sphere(1), Partition::on_sphere(1, {1, 4, 1, 1})}) {
      const GridOf<Double> grid(spec, p);
      const Field<double> out("out", p.nx, p.ny, nz);
      Operator<Double>::apply(grid, sphere_field<double>(u, p), out);
      EXPECT_LE(largest_difference(sphere_cells(out, p), of_patches(image, p)),
                1e-12 * oracle::norm(image));
    }
  }
}

/// The octahedron of six columns has three eigenvalues, so that CG with line relaxation ends after three steps in one layer. With more
/// layers each vertical mode has its own, but for the middle one.
TEST(SixColumns, AreSolvedByFewStepsOfCg) {
  for (const double omega : {0.1, 1.0, 10.0, 100.0})
    for (const auto& [layers, most] : {std::pair(1, 3), {8, 9}}) {
      const GridSpec spec = sphere_spec(layers, {omega * omega, 0.05, 0.1});
      const Partition p = Partition::whole_sphere(1);
      SelfCommunicators<double> self(p);
      FusedPcg<Double> solver(make_grid<Double>({GridSetup{spec, p, {}}}), self.on(0));
      const oracle::Array f = random_on_sphere(1, layers, 4);
      const SolveReport report =
          solver.solve(sphere_field<double>(f, p, SphereHalo::zero), {1e-10, 100});
      EXPECT_TRUE(report.converged());
      EXPECT_LE(report.iterations, most) << omega << ", " << layers;
      const oracle::Array r =
          oracle::sum(f, -1.0, SphereOracle(spec, 1).apply(sphere_cells(solver.solution(), p)));
      EXPECT_LE(oracle::norm(r), 1e-9 * oracle::norm(f));
    }
}

/// As an automatic hierarchy has it: levels down to six columns, and CG there.
TEST(SixColumns, AreTheCoarsestLevelOfLongTimeSteps) {
  const GridSpec spec = sphere_spec(nz, {100.0, 0.05, 0.1});
  const Partition p = Partition::whole_sphere(n);
  const MultigridOptions options = with_numbers({}, {spec, p, {}});
  EXPECT_EQ(options.levels, 5);
  EXPECT_EQ(options.coarse_solver, CoarseSolver::cg);
  SelfCommunicators<double> self(p);
  Multigrid<Double> solver({spec, p, {}}, options, self);
  const auto report =
      solver.solve(sphere_field<double>(random_cells(), p, SphereHalo::zero), {1e-5, 40});
  EXPECT_TRUE(report.converged());
  EXPECT_LE(report.iterations, 16);
}

TEST(SphereSolvers, SolveWithFunctionsOfThePosition) {
  const GridSpec spec = sphere_spec_with_fields(n, nz, strong_coupling);
  const oracle::Array f = random_cells();
  const SphereOracle a(spec, n);
  std::vector<Solved> cuts;
  for (const Partition& p : whole_spheres(n)) {
    SelfCommunicators<double> self(p);
    Multigrid<Double> solver({spec, p, {}}, three_levels(), self);
    const auto report = solver.solve(sphere_field<double>(f, p, SphereHalo::zero), {1e-9, 60});
    EXPECT_TRUE(report.converged());
    cuts.push_back({report, sphere_cells(solver.solution(), p)});
    EXPECT_LE(oracle::norm(oracle::sum(f, -1.0, a.apply(cuts.back().u))), 2e-9 * oracle::norm(f));
    EXPECT_EQ(report.iterations, cuts.front().report.iterations);
    EXPECT_LE(largest_difference(cuts.back().u, cuts.front().u), 1e-12 * oracle::norm(cuts[0].u));
  }
}

/// New functions come to all levels; those that are no other object are not asked.
TEST(SphereSolvers, AreUpdatedWithOtherFunctionsOfThePosition) {
  const oracle::Array f = random_cells();
  const Partition p = Partition::whole_sphere(n);
  GridSpec first = sphere_spec_with_fields(n, nz, strong_coupling), second = first;
  int asked = 0;
  ColumnFields others = *first.columns;
  others.alpha_h = [&asked, of = others.alpha_v](int i, int row) {
    ++asked;
    return 3.0 * of(i, row);
  };
  second.columns = std::make_shared<const ColumnFields>(others);
  const auto solve_with = [&](const GridSpec& spec, const GridSpec& then) {
    SelfCommunicators<double> self(p);
    Multigrid<Double> solver({spec, p, {}}, three_levels(), self);
    solver.update(then);
    const int once = asked;
    solver.update(then);
    EXPECT_EQ(asked, once);
    solver.solve(sphere_field<double>(f, p, SphereHalo::zero), {1e-9, 60});
    return sphere_cells(solver.solution(), p);
  };
  EXPECT_EQ(largest_difference(solve_with(first, second), solve_with(second, second)), 0.0);
}

TEST(SphereSolvers, DoNotDependOnTheCut) {
  const oracle::Array f = random_cells();
  for (const auto& by : {by_multigrid, by_fused_cg, by_cg}) {
    const Solved once = by(Partition::whole_sphere(n), f);
    for (const Partition& p : whole_spheres(n)) {
      const Solved cut = by(p, f);
      EXPECT_EQ(cut.report.iterations, once.report.iterations);
      EXPECT_LE(largest_difference(cut.u, once.u), 1e-12 * oracle::norm(once.u));
    }
  }
}

/// The column at which each column's centre is after a rotation.
std::vector<int> turned(const std::array<std::array<double, 3>, 3>& rotation) {
  std::map<std::array<long, 3>, int> at;
  const auto key = [](const std::array<double, 3>& x) {
    return std::array{std::lround(1e6 * x[0]), std::lround(1e6 * x[1]), std::lround(1e6 * x[2])};
  };
  const auto centre = [](int c) { return sphere_centre(n, c / n / n, c % n, c / n % n); };
  for (int c = 0; c < 6 * n * n; ++c) at[key(centre(c))] = c;
  std::vector<int> to;
  for (int c = 0; c < 6 * n * n; ++c) {
    const auto x = centre(c);
    std::array<double, 3> y{};
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t s = 0; s < 3; ++s) y[r] += rotation[r][s] * x[s];
    to.push_back(at.at(key(y)));
  }
  return to;
}
oracle::Array moved(const oracle::Array& x, const std::vector<int>& to) {
  oracle::Array y(x.nx, x.ny, x.nz);
  for (int c = 0; c < 6 * n * n; ++c)
    for (int k = 0; k < x.nz; ++k)
      y(to[std::size_t(c)] / n, to[std::size_t(c)] % n, k) = x(c / n, c % n, k);
  return y;
}

/// The 24 rotations of the cube are the signed permutations of the axes with determinant 1.
std::vector<std::array<std::array<double, 3>, 3>> rotations() {
  std::vector<std::array<std::array<double, 3>, 3>> all;
  for (const auto& axes :
       {std::array{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}})
    for (int signs = 0; signs < 8; ++signs) {
      std::array<std::array<double, 3>, 3> r{};
      double determinant = (axes[1] - axes[0] + 3) % 3 == 1 ? 1.0 : -1.0;
      for (std::size_t d = 0; d < 3; ++d) {
        const double sign = (signs >> d) % 2 == 0 ? 1.0 : -1.0;
        r[d][std::size_t(axes[d])] = sign;
        determinant *= sign;
      }
      if (determinant > 0.0) all.push_back(r);
    }
  return all;
}

TEST(SphereSolvers, TurnWithTheCube) {
  const oracle::Array f = random_cells();
  const Partition p = Partition::whole_sphere(n);
  ASSERT_EQ(rotations().size(), 24U);
  for (const auto& by : {by_multigrid, by_fused_cg}) {
    const Solved once = by(p, f);
    for (const auto& rotation : rotations()) {
      const std::vector<int> to = turned(rotation);
      const Solved after = by(p, moved(f, to));
      EXPECT_LE(largest_difference(after.u, moved(once.u, to)), 1e-12 * oracle::norm(once.u));
    }
  }
}

TEST(SphereSolvers, RefineInDouble) {
  const oracle::Array f = random_cells();
  const Partition p = Partition::whole_sphere(n);
  SelfCommunicators<double> outer(p);
  SelfCommunicators<float> inner(p);
  Refinement<Float> solver({sphere_spec(nz, strong_coupling), p, {}}, three_levels(), {2}, outer,
                           inner);
  const SolveReport report =
      solver.solve(sphere_field<double>(f, p, SphereHalo::zero), {1e-10, 40});
  EXPECT_TRUE(report.converged());
  const SphereOracle a(sphere_spec(nz, strong_coupling), n);
  const oracle::Array r = oracle::sum(f, -1.0, a.apply(sphere_cells(solver.solution(), p)));
  EXPECT_LE(oracle::norm(r), 2e-10 * oracle::norm(f));
}

} // namespace
} // namespace isobar
