// Equations that know u up to a constant only, on many ranks: solutions of one rank, and refusals on all.
#include "support_library.hpp"
#include "support_oracle.hpp"
#include "support_sphere.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

/// A rank's part of the solution on all ranks beside that of each rank alone. f has a mean that is removed.
void expect_the_same(const PressureGrid& grid, const Coefficients& coefficients,
                     const std::string& method) {
  const std::string options = "[solver]\ntolerance = 1e-10\nmethod = " + method;
  PressureSolver alone(MPI_COMM_SELF, grid, coefficients, options),
      together(MPI_COMM_WORLD, grid, coefficients, SolverOptions(options, transport_of_tests()));
  ASSERT_TRUE(together.has_null_space());
  alone.remove_mean();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Partition& part = together.partition();
  oracle::Array f = oracle::random(part.global_nx, part.global_ny, grid.nz, 1), u = f;
  const CellsIn whole(f.values.data(), f.nx, f.ny, f.nz);
  ASSERT_TRUE(alone.solve(whole, CellsOut(u.values.data(), f.nx, f.ny, f.nz)).converged());
  Cells mine(part, grid.nz), v = mine, expected = mine;
  for (int j = 0; j < mine.ny; ++j)
    for (int i = 0; i < mine.nx; ++i)
      for (int k = 0; k < mine.nz; ++k) {
        mine(j, i, k) = f(part.first_j + j, part.first_i + i, k);
        expected(j, i, k) = u(part.first_j + j, part.first_i + i, k);
      }
  EXPECT_TRUE(
      line_of([&] { (void)together.solve(mine.in(), v.out()); }).starts_with("f: its integral"));
  if (rank == 0) together.remove_mean(); // one rank is enough
  EXPECT_TRUE(together.solve(mine.in(), v.out()).converged());
  EXPECT_NEAR(together.removed_mean(), alone.removed_mean(), 1e-12);
  EXPECT_LE(difference(v.values, expected.values), 1e-6);
  EXPECT_EQ(together.solve_from(mine.in(), v.out()).iterations, 0);
}

TEST(LibraryNullSpace, HasTheSolutionsOfOneRank) {
  Coefficients coefficients = library_atmosphere;
  coefficients.heights.beta.assign(12, 0.0);
  PressureGrid grid = library_grid, periodic{32, 32, 12, Domain::flat};
  constexpr Boundary closed = Boundary::neumann;
  grid.boundaries = {closed, closed, closed, closed, closed, closed};
  periodic.boundaries = {Boundary::periodic,
                         Boundary::periodic,
                         Boundary::periodic,
                         Boundary::periodic,
                         closed,
                         closed};
  for (const char* method : {"\"multigrid\"", "\"cg-multigrid\"", "\"cg-fused\""})
    expect_the_same(grid, coefficients, method);
  Coefficients flat = Physics{1e-3, 0.02, 0.05};
  flat.heights.beta.assign(12, 0.0);
  expect_the_same(periodic, flat, "\"cg-multigrid\"");
}

TEST(LibraryNullSpace, HasTheSolutionsOfOneRankOnTheSphere) {
  const MpiComm world{MPI_COMM_WORLD};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  Coefficients coefficients = library_atmosphere;
  coefficients.heights.beta.assign(4, 0.0);
  expect_the_same({24, 24, 4, Domain::sphere}, coefficients, "\"multigrid\"");
}

} // namespace
} // namespace isobar
