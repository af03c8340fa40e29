// The operator of PressureSolver as calls on many ranks: what it is on one.
#include "support_library.hpp"
#include "support_oracle.hpp"
#include "support_sphere.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

constexpr const char* options = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\nlevels = 2\n";

/// A rank's part of an array of the whole domain.
Cells part_of(const oracle::Array& all, const Partition& part) {
  Cells mine(part, all.nz);
  for (int j = 0; j < mine.ny; ++j)
    for (int i = 0; i < mine.nx; ++i)
      for (int k = 0; k < mine.nz; ++k) mine(j, i, k) = all(part.first_j + j, part.first_i + i, k);
  return mine;
}

/// One solver on all ranks beside one on each rank alone.
void expect_the_same(const PressureGrid& grid, const Coefficients& coefficients) {
  PressureSolver alone(MPI_COMM_SELF, grid, coefficients, options),
      together(MPI_COMM_WORLD, grid, coefficients, SolverOptions(options, transport_of_tests()));
  const int rows = grid.domain == Domain::sphere ? 6 * grid.ny : grid.ny;
  const oracle::Array u = oracle::random(grid.nx, rows, grid.nz, 1),
                      f = oracle::random(grid.nx, rows, grid.nz, 2);
  oracle::Array one(grid.nx, rows, grid.nz);
  const CellsIn whole_u(u.values.data(), grid.nx, rows, grid.nz),
      whole_f(f.values.data(), grid.nx, rows, grid.nz);
  const CellsOut whole(one.values.data(), grid.nx, rows, grid.nz);
  const Partition& part = together.partition();
  const Cells my_u = part_of(u, part), my_f = part_of(f, part);
  Cells mine = my_u;
  alone.apply(whole_u, whole);
  together.apply(my_u.in(), mine.out());
  EXPECT_LE(difference(mine.values, part_of(one, part).values), 1e-13);
  const double norm = alone.residual(whole_f, whole_u, whole, RightSide::integrals);
  EXPECT_NEAR(together.residual(my_f.in(), my_u.in(), mine.out(), RightSide::integrals), norm,
              1e-12 * norm);
  EXPECT_LE(difference(mine.values, part_of(one, part).values), 1e-13);
  alone.diagonal(whole);
  together.diagonal(mine.out());
  EXPECT_LE(difference(mine.values, part_of(one, part).values), 1e-13);
}

TEST(LibraryOperator, IsThatOfOneRank) {
  expect_the_same(library_grid, library_atmosphere);
  PressureGrid vertex = library_grid;
  vertex.flux = Flux::vertex;
  Coefficients hills = library_atmosphere;
  hills.positions.ground = [depth = non_dimensional(library_atmosphere).depth](int i, int j) {
    return depth * (0.2 + 0.1 * std::sin(i + 0.5 * j));
  };
  expect_the_same(vertex, hills);
  Coefficients cells = library_atmosphere;
  cells.cells.alpha_h = [](int i, int j, int k) { return 1.5 + std::sin(i + 2.0 * j + 3.0 * k); };
  expect_the_same(library_grid, cells);
}

TEST(LibraryOperator, IsThatOfOneRankOnTheSphere) {
  const MpiComm world{MPI_COMM_WORLD};
  if (24 % patches_of_panel(world.size()) != 0) GTEST_SKIP() << "panels of 24 rows are not cut so";
  expect_the_same({24, 24, 4, Domain::sphere}, library_atmosphere);
}

TEST(LibraryOperator, RefusesCellsOfOneRankOnAll) {
  PressureSolver solver(MPI_COMM_WORLD, library_grid, library_atmosphere);
  const Partition& part = solver.partition();
  const MpiComm world{MPI_COMM_WORLD};
  const int last = world.size() - 1;
  Cells u(part, library_grid.nz), v = u;
  const CellsOut small(v.values.data(), part.nx, part.ny - (world.rank() == last ? 1 : 0), u.nz);
  const std::string where = "on rank " + std::to_string(last);
  for (const auto& call : std::initializer_list<std::function<void()>>{
           [&] { solver.apply(u.in(), small); }, [&] { solver.residual(u.in(), u.in(), small); },
           [&] { solver.diagonal(small); }})
    EXPECT_NE(line_of(call).find(where), std::string::npos) << line_of(call);
  if (world.rank() == last) u(0, 0, 0) = NAN;
  EXPECT_NE(line_of([&] { solver.apply(u.in(), v.out()); }).find("u: cell ("), std::string::npos);
}

} // namespace
} // namespace isobar
