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

/// What the ranks solve together, in the oracle's array; 0 where other ranks have cells.
oracle::Array solved(const MpiComm& comm, const oracle::Array& f) {
  PressureSolver solver(comm.get(), sphere_grid(), library_atmosphere,
                        SolverOptions(sections, transport_of_tests()));
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
  coefficients.cells.beta = [](int, int, int) { return 1.0; };
  EXPECT_EQ(line(sphere_grid(), coefficients),
            "cells: not available with domain \"sphere\"; expected none");
  coefficients = Coefficients(library_atmosphere);
  coefficients.positions.beta = [](int, int) { return 1.0; };
  EXPECT_NE(line(sphere_grid(), coefficients).find("functions of the horizontal position"),
            std::string::npos);
}

} // namespace
} // namespace isobar::library_sphere
