// Equations that know u up to a constant only: closed or periodic sides everywhere, and beta 0.
#include "support_library_equation.hpp"

namespace isobar {
namespace {

constexpr Boundary closed = Boundary::neumann, periodic = Boundary::periodic;

PressureGrid closed_grid(int nx = 24, int ny = 32, int nz = 12, Domain domain = Domain::panel) {
  PressureGrid grid{nx, ny, nz, domain};
  if (domain != Domain::sphere) grid.boundaries = {closed, closed, closed, closed, closed, closed};
  return grid;
}
Coefficients without_beta(int nz) {
  Coefficients c = library_atmosphere;
  c.heights.beta.assign(std::size_t(nz), 0.0);
  return c;
}
std::string options(const std::string& more = "") { return "[solver]\ntolerance = 1e-9\n" + more; }

struct SingularCase {
  const char* what;
  PressureGrid grid;
  Coefficients coefficients;
  std::vector<const char*> methods;
};
constexpr const char *multigrid = "method = \"multigrid\"\n", *fused = "method = \"cg-fused\"\n",
                     *standard = "method = \"cg-standard\"\nmax_iterations = 3000\n",
                     *cg = "method = \"cg-multigrid\"\n",
                     *mixed = "method = \"cg-multigrid\"\nprecision = \"mixed\"\n",
                     *mixed_multigrid = "method = \"multigrid\"\nprecision = \"mixed\"\n",
                     *bicgstab = "method = \"bicgstab-multigrid\"\n";

std::vector<SingularCase> singular_cases() {
  PressureGrid box = closed_grid(16, 16, 6, Domain::flat), mixed_sides = box,
               vertex = closed_grid();
  box.boundaries.west = box.boundaries.east = periodic;
  mixed_sides.boundaries.west = mixed_sides.boundaries.east = periodic;
  box.boundaries.south = box.boundaries.north = periodic;
  vertex.flux = Flux::vertex;
  Coefficients flat = Physics{1e-3, 0.02, 0.05}, cells = without_beta(12), hills = without_beta(12);
  flat.heights.beta.assign(6, 0.0);
  cells.cells.alpha_h = [](int i, int j, int k) { return 1.5 + std::sin(i + 2.0 * j + 3.0 * k); };
  const double depth = non_dimensional(library_atmosphere).depth;
  hills.positions.ground = [depth](int i, int j) {
    return depth * (0.2 + 0.1 * std::sin(i + 0.5 * j));
  };
  Coefficients no_cells = cells; // beta as well is a number a cell
  no_cells.heights.beta.clear();
  no_cells.cells.beta = [](int, int, int) { return 0.0; };
  return {
      {"panel",
       closed_grid(),
       without_beta(12),
       {multigrid, fused, cg, mixed, mixed_multigrid, bicgstab}},
      {"periodic", box, flat, {multigrid, standard, cg, mixed_multigrid}},
      {"periodic in x", mixed_sides, flat, {multigrid, cg}},
      {"vertex flux", vertex, without_beta(12), {multigrid, cg}},
      {"sphere", closed_grid(12, 12, 4, Domain::sphere), without_beta(4), {multigrid, cg, mixed}},
      {"cells", closed_grid(), cells, {cg, mixed, bicgstab}},
      {"beta of cells", closed_grid(), no_cells, {cg}},
      {"ground", vertex, hills, {cg, bicgstab}}};
}

/// f = A w, which has a solution: w but for its mean.
struct Solvable {
  Cells w, f;
  Solvable(PressureSolver& solver, int nz) : w(solver.partition(), nz), f(w) {
    w.values = oracle::random(w.nx, w.ny, nz, 1).values;
    solver.apply(w.in(), f.out());
  }
};
/// How much of u - w is no constant, over its largest value.
double distance_from_constant(const Cells& u, const Cells& w) {
  const double shift = u.values[0] - w.values[0];
  double worst = 0.0;
  for (std::size_t n = 0; n < u.values.size(); ++n)
    worst = std::max(worst, std::abs(u.values[n] - w.values[n] - shift));
  return worst;
}
/// The mean over the volume: the diagonal as integrals, over the same as cell means, is the volume.
double mean_of(PressureSolver& solver, const Cells& u) {
  Cells integrals = u, means = u;
  solver.diagonal(integrals.out(), RightSide::integrals);
  solver.diagonal(means.out());
  double sum = 0.0, all = 0.0;
  for (std::size_t n = 0; n < u.values.size(); ++n) {
    const double volume = integrals.values[n] / means.values[n];
    sum += volume * u.values[n];
    all += volume;
  }
  return sum / all;
}

TEST(LibraryNullSpace, IsSolvedUpToAConstantThatGivesTheMeanZero) {
  for (const SingularCase& c : singular_cases())
    for (const char* method : c.methods) {
      SCOPED_TRACE(testing::Message() << c.what << ": " << method);
      PressureSolver solver(c.grid, c.coefficients, options(method));
      EXPECT_TRUE(solver.has_null_space());
      const Solvable s(solver, c.grid.nz);
      Cells u(solver.partition(), c.grid.nz), r = u;
      const SolveReport report = solver.solve(s.f.in(), u.out());
      EXPECT_TRUE(report.converged()) << to_string(report.status);
      EXPECT_LE(report.iterations,
                std::string(method).find("multigrid") == std::string::npos ? 3000 : 60);
      EXPECT_LE(solver.residual(s.f.in(), u.in(), r.out()), 2e-9 * report.residual_norms[0]);
      EXPECT_LE(distance_from_constant(u, s.w), 1e-4);
      EXPECT_LE(std::abs(mean_of(solver, u)), 1e-12);
      Cells again(solver.partition(), c.grid.nz);
      for (double& x : again.values) x = 1.0; // A makes 0 of it
      const SolveReport guessed = solver.solve_from(s.f.in(), again.out());
      EXPECT_TRUE(guessed.converged());
      EXPECT_NEAR(guessed.residual_norms[1] / guessed.residual_norms[0], 1.0, 1e-9);
      EXPECT_LE(std::abs(mean_of(solver, again)), 1e-12);
    }
}

TEST(LibraryNullSpace, RefusesAnIntegralUnlessItsMeanIsToGo) {
  PressureSolver solver(closed_grid(), without_beta(12), options(cg));
  Solvable s(solver, 12);
  Cells u(solver.partition(), 12), right = u;
  ASSERT_TRUE(solver.solve(s.f.in(), right.out()).converged());
  EXPECT_LE(std::abs(solver.removed_mean()), 1e-12);
  for (double& x : s.f.values) x += 0.125;
  const std::string line = line_of([&] { (void)solver.solve(s.f.in(), u.out()); });
  EXPECT_TRUE(line.starts_with("f: its integral is ")) << line;
  EXPECT_EQ(line_of([&] { (void)solver.solve_from(s.f.in(), u.out()); }), line);
  solver.remove_mean();
  EXPECT_TRUE(solver.solve(s.f.in(), u.out()).converged());
  EXPECT_NEAR(solver.removed_mean(), 0.125, 1e-12);
  EXPECT_LE(difference(u.values, right.values), 1e-7);
  EXPECT_TRUE(solver.solve_from(s.f.in(), u.out()).converged());
  EXPECT_NEAR(solver.removed_mean(), 0.125, 1e-12);
  solver.remove_mean(false);
  EXPECT_EQ(line_of([&] { (void)solver.solve(s.f.in(), u.out()); }), line);
  Cells none(solver.partition(), 12);
  EXPECT_TRUE(solver.solve(none.in(), u.out()).converged());
  EXPECT_EQ(u.values, none.values);
}

/// Float cannot tell an integral below its rounding from 0.
TEST(LibraryNullSpace, OfFloatSolvers) {
  PressureSolver solver(closed_grid(), without_beta(12),
                        "[solver]\nprecision = \"float\"\ntolerance = 1e-5\n");
  const Solvable s(solver, 12);
  Cells u(solver.partition(), 12);
  EXPECT_TRUE(solver.solve(s.f.in(), u.out()).converged());
  EXPECT_LE(distance_from_constant(u, s.w), 0.05);
}

TEST(LibraryNullSpace, RegularEquationsHaveNone) {
  PressureSolver solver(library_grid, library_atmosphere);
  EXPECT_FALSE(solver.has_null_space());
  Coefficients few = without_beta(12);
  few.heights.beta[5] = 1e-3;
  PressureSolver one_layer(closed_grid(), few, options(cg));
  EXPECT_FALSE(one_layer.has_null_space());
  Coefficients flat = without_beta(12);
  PressureGrid top = closed_grid();
  top.boundaries.top = Boundary::dirichlet;
  EXPECT_FALSE(PressureSolver(top, flat, options(cg)).has_null_space());
}

TEST(LibraryNullSpace, ComesAndGoesWithUpdates) {
  PressureSolver solver(closed_grid(), library_atmosphere, options(cg));
  EXPECT_FALSE(solver.has_null_space());
  solver.update(without_beta(12));
  EXPECT_TRUE(solver.has_null_space());
  const Solvable s(solver, 12);
  Cells u(solver.partition(), 12);
  EXPECT_TRUE(solver.solve(s.f.in(), u.out()).converged());
  EXPECT_LE(distance_from_constant(u, s.w), 1e-4);
  solver.update(library_atmosphere);
  EXPECT_FALSE(solver.has_null_space());
}

/// Levels of a small CFL number are too few without a reaction.
TEST(LibraryNullSpace, HasLevelsOfItsOwnWhereUpdatesMayChooseThem) {
  Atmosphere slow = library_atmosphere;
  slow.time_step = 100.0;
  PressureSolver solver(closed_grid(), slow, options(multigrid));
  const std::string before = solver.levels();
  Coefficients next = without_beta(12);
  next.choose_levels = true;
  solver.update(next);
  EXPECT_NE(solver.levels(), before);
  EXPECT_EQ(solver.levels(), PressureSolver(closed_grid(), next, options(multigrid)).levels());
  const Solvable s(solver, 12);
  Cells u(solver.partition(), 12);
  const SolveReport report = solver.solve(s.f.in(), u.out());
  EXPECT_TRUE(report.converged());
  EXPECT_LE(report.iterations, 60);
}

TEST(LibraryNullSpace, TinyGridsHaveLevelsThatAreRegular) {
  for (const int n : {2, 3, 4, 5}) {
    PressureSolver solver(closed_grid(n, n, 3, Domain::flat), without_beta(3), options());
    const Solvable s(solver, 3);
    Cells u(solver.partition(), 3);
    EXPECT_TRUE(solver.solve(s.f.in(), u.out()).converged()) << n << ": " << solver.levels();
    EXPECT_LE(distance_from_constant(u, s.w), 1e-4) << n;
  }
}

TEST(LibraryNullSpace, RefusesWhatCannotHaveOne) {
  const auto line = [](const PressureGrid& grid, const Coefficients& c, const std::string& more) {
    return line_of([&] { PressureSolver(grid, c, options(more)); });
  };
  const std::string what = "beta is 0 on all layers and u is 0 on no side, ",
                    other = ", or a layer with beta greater than 0, or a dirichlet side";
  for (const char* method : {"\"modes\"", "\"cg-modes\"", "\"bicgstab-modes\""})
    EXPECT_EQ(
        line(closed_grid(), without_beta(12), "method = " + std::string(method)),
        what + "options:3: solver.method = " + method +
            ": not without the lowest mode's reaction; expected multigrid, or a Krylov method "
            "without modes" +
            other);
  Coefficients wind = without_beta(12);
  wind.convection.x.profile.assign(12, 1.0);
  EXPECT_EQ(line(closed_grid(), wind, "method = \"bicgstab\""),
            what + "with convection, where it is not known which f have solutions; expected none" +
                other);
  EXPECT_EQ(line(closed_grid(16, 16, 4), without_beta(4), "[multigrid]\nlevels = 5"),
            what +
                "options:4: multigrid.levels = 5: the coarsest level would be one column; "
                "expected less levels" +
                other);
  EXPECT_EQ(line(closed_grid(1, 1, 4), without_beta(4), "method = \"cg-standard\""),
            what + "on one column; expected two or more" + other);
  PressureSolver modes(closed_grid(), library_atmosphere, options("method = \"cg-modes\""));
  Coefficients none = without_beta(12);
  EXPECT_TRUE(line_of([&] { modes.update(none); }).starts_with(what));
  none.choose_levels = true; // of which modes have none
  EXPECT_TRUE(line_of([&] { modes.update(none); }).starts_with(what));
  EXPECT_FALSE(modes.has_null_space());
}

/// A reaction next to nothing leaves the constant to the Krylov method: steps on the coarsest level stay few.
TEST(LibraryNullSpace, AlmostOneHasFewSteps) {
  Coefficients c = library_atmosphere;
  c.heights.beta.assign(12, 1e-10);
  for (const char* method : {cg, bicgstab}) {
    PressureSolver solver(closed_grid(), c, options(method));
    const Solvable problem(solver, 12);
    Cells u = problem.w;
    EXPECT_LE(solver.solve(problem.f.in(), u.out()).iterations, 25) << method << solver.levels();
  }
}

} // namespace
} // namespace isobar
