// isobar::PressureSolver on the whole sphere: its cells are the rows of all panels, on any ranks, and what the sphere has not is refused.
#include "support_library.hpp"
#include "support_sphere.hpp"
#include "support_transport.hpp"

namespace isobar::library_sphere {
namespace {

PressureGrid sphere_grid() {
  PressureGrid grid{24, 24, 6};
  grid.domain = Domain::sphere;
  return grid;
}

constexpr const char* sections = "[solver]\ntolerance = 1e-9\n[multigrid]\nlevels = 2\n";

/// The solution of the ranks together, in the oracle's array; 0 in cells of other ranks.
oracle::Array solved(const MpiComm& comm, const oracle::Array& f,
                     const Coefficients& coefficients = library_atmosphere,
                     const char* options = sections) {
  PressureSolver solver(comm.get(), sphere_grid(), coefficients,
                        SolverOptions(options, transport_of_tests()));
  const Partition& part = solver.partition();
  EXPECT_EQ(part.global_ny, 6 * 24);
  EXPECT_EQ(part.nx, 24);
  Cells mine(part, f.nz), u(part, f.nz);
  oracle::Array all(f.nx, f.ny, f.nz);
  const auto for_cells = [&](const auto& visit) {
    for (int j = 0; j < part.ny; ++j)
      for (int i = 0; i < part.nx; ++i)
        for (int k = 0; k < f.nz; ++k) visit(j, i, k);
  };
  for_cells([&](int j, int i, int k) { mine(j, i, k) = f(part.first_j + j, i, k); });
  EXPECT_TRUE(solver.solve(mine.in(), u.out()).converged());
  for_cells([&](int j, int i, int k) { all(part.first_j + j, i, k) = u(j, i, k); });
  return all;
}

/// The oracle's equation, for means of cells.
TEST(LibrarySphere, SolvesTheEquationOnAnyRanks) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  const oracle::Array f = oracle::random(24, 144, 6, 4);
  const oracle::Array one = solved(self, f), many = solved(world, f);
  for (std::size_t c = 0; c < many.values.size(); ++c)
    if (many.values[c] != 0.0) EXPECT_NEAR(many.values[c], one.values[c], 1e-8);
  const SphereOracle a(sphere_spec(6, non_dimensional(library_atmosphere)), 24);
  oracle::Array r = a.apply(one), integral = f;
  for (int j = 0; j < f.ny; ++j)
    for (int i = 0; i < f.nx; ++i)
      for (int k = 0; k < f.nz; ++k)
        integral(j, i, k) *= a.area[std::size_t(j) * 24 + i] * a.layers.volume[std::size_t(k)];
  EXPECT_LE(oracle::norm(oracle::sum(integral, -1.0, r)), 2e-9 * oracle::norm(integral));
}

TEST(LibrarySphere, HasModes) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  const oracle::Array f = oracle::random(24, 144, 6, 4), one = solved(self, f);
  for (const char* method : {"modes", "cg-modes"}) {
    const std::string options =
        std::string("[solver]\ntolerance = 1e-9\nmethod = \"") + method + "\"\n";
    const oracle::Array many = solved(world, f, library_atmosphere, options.c_str());
    for (std::size_t c = 0; c < many.values.size(); ++c)
      if (many.values[c] != 0.0) EXPECT_NEAR(many.values[c], one.values[c], 1e-8);
  }
}

/// A guess of another time step is corrected to the same solution.
TEST(LibrarySphere, CorrectsAGuess) {
  const MpiComm world{MPI_COMM_WORLD};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  Atmosphere next = library_atmosphere;
  next.time_step *= 1.3;
  for (const char* precision : {"double", "mixed"}) {
    const std::string options = std::string("[solver]\ntolerance = 1e-9\nprecision = \"") +
                                precision + "\"\n[multigrid]\nlevels = 2\n";
    PressureSolver solver(world.get(), sphere_grid(), library_atmosphere,
                          SolverOptions(options, transport_of_tests()));
    Cells f(solver.partition(), 6), u = f, right = f;
    for (std::size_t n = 0; n < f.values.size(); ++n) f.values[n] = std::sin(1.0 + 3.0 * double(n));
    EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
    solver.update(next);
    EXPECT_TRUE(solver.solve(f.in(), right.out()).converged());
    EXPECT_GT(difference(u.values, right.values), 1e-3);
    const SolveReport report = solver.solve_from(f.in(), u.out());
    EXPECT_TRUE(report.converged());
    EXPECT_GT(report.iterations, 0);
    EXPECT_LE(difference(u.values, right.values), 1e-7);
  }
}

TEST(LibrarySphere, RefusesWhatTheSphereHasNot) {
  const MpiComm world{MPI_COMM_WORLD};
  const auto line = [&](const PressureGrid& grid, const Coefficients& coefficients) {
    return line_of(
        [&] { PressureSolver(world.get(), grid, coefficients, SolverOptions(sections)); });
  };
  PressureGrid grid = sphere_grid();
  grid.boundaries.west = Boundary::neumann;
  EXPECT_EQ(line(grid, library_atmosphere),
            "boundaries of the sides: not available with domain \"sphere\"; expected none");
  grid = sphere_grid();
  grid.flux = Flux::two_point;
  EXPECT_EQ(line(grid, library_atmosphere),
            "flux: two_point on the sphere, where it does not converge; expected vertex");
  Coefficients coefficients(library_atmosphere);
  coefficients.convection.x.profile.assign(6, 1.0);
  EXPECT_EQ(line(sphere_grid(), coefficients),
            "convection: not available with domain \"sphere\"; expected none");
  coefficients = Coefficients(library_atmosphere);
  coefficients.positions.beta = [](int i, int j) { return i == 3 && j == 100 ? -1.0 : 1.0; };
  EXPECT_NE(line(sphere_grid(), coefficients).find("column field beta: (3, 100) is -1"),
            std::string::npos);
}

/// Functions of the position and numbers of cells are asked for by the rows of all panels.
TEST(LibrarySphere, HasTheSameSolutionOnAnyRanksWithFunctionsOfThePosition) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  const oracle::Array f = oracle::random(24, 144, 6, 4);
  const auto number = [](int i, int j, int k) {
    if (i < 0 || i >= 24 || j < 0 || j >= 144) throw std::logic_error("no such column");
    return 1.5 + std::sin(2.0 * i + 3.0 * j + k);
  };
  Coefficients positions(library_atmosphere), cells(library_atmosphere);
  positions.positions.alpha_h =
      positions.positions.beta = [number](int i, int j) { return number(i, j, 0); };
  cells.cells.alpha_h = cells.cells.beta = number;
  Coefficients ground = positions;
  ground.positions.ground = [number, depth = non_dimensional(library_atmosphere).depth](
                                int i, int j) { return 0.2 * depth * number(i, j, 0); };
  const char* const krylov =
      "[solver]\nmethod = \"cg-multigrid\"\ntolerance = 1e-9\n[multigrid]\nlevels = 2\n";
  for (const Coefficients& c : {positions, cells, ground}) {
    const bool factorised = c.cells.absent() && !c.positions.ground;
    const char* const options = factorised ? sections : krylov;
    const oracle::Array one = solved(self, f, c, options), many = solved(world, f, c, options);
    for (std::size_t n = 0; n < many.values.size(); ++n)
      if (many.values[n] != 0.0) EXPECT_NEAR(many.values[n], one.values[n], 1e-8);
  }
}

} // namespace
} // namespace isobar::library_sphere
