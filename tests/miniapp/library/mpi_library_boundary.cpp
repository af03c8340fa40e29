// Values on the sides of PressureSolver's domain on many ranks: what they are on one.
#include "support_boundary.hpp"
#include "support_library_refusals.hpp"

namespace isobar::library_boundary_test {
namespace {

/// Whether this rank has columns beside a side.
bool is_at_west(const PressureSolver& solver) { return solver.partition().first_i == 0; }

/// The contribution of the sides: the residual of f = 0 and u = 0.
Cells terms_of(PressureSolver& solver, int nz) {
  Cells zero(solver.partition(), nz), r = zero;
  solver.residual(zero.in(), zero.in(), r.out());
  return r;
}

void expect_the_same(const PressureGrid& grid, const Coefficients& coefficients) {
  constexpr const char* options = "[solver]\nmethod = \"bicgstab-multigrid\"\n";
  PressureSolver alone(MPI_COMM_SELF, grid, coefficients, options),
      together(MPI_COMM_WORLD, grid, coefficients, SolverOptions(options, transport_of_tests()));
  const BoundaryValues values = on_sides(grid, any_number);
  alone.set_boundary_values(values);
  together.set_boundary_values(values);
  Cells all = terms_of(alone, grid.nz), mine = terms_of(together, grid.nz);
  const Partition& p = together.partition();
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      for (int k = 0; k < grid.nz; ++k)
        ASSERT_EQ(mine(j, i, k), all(p.first_j + j, p.first_i + i, k)) << i << ", " << j;
  Cells f(p, grid.nz), u = f, whole_f = all;
  whole_f.values.assign(whole_f.values.size(), 0.0);
  EXPECT_NEAR(together.solve(f.in(), u.out()).residual_norms[0],
              alone.solve(whole_f.in(), all.out()).residual_norms[0],
              1e-12 * alone.residual(whole_f.in(), whole_f.in(), all.out()));
}

TEST(LibraryBoundaryOnRanks, AddWhatTheyDoOnOne) {
  const GeneralProblem general;
  const CellProblem both(true, true);
  expect_the_same(library_grid, library_atmosphere);
  expect_the_same(general.grid, general.coefficients);
  expect_the_same(with_sides(both.grid, Boundary::neumann), both.coefficients);
  if (6 % MpiComm(MPI_COMM_WORLD).size() == 0)
    expect_the_same({12, 12, 4, Domain::sphere}, library_atmosphere);
}

TEST(LibraryBoundaryOnRanks, NeedNoFunctionWhereARankHasNoColumns) {
  PressureSolver all(MPI_COMM_WORLD, library_grid, library_atmosphere,
                     SolverOptions("", transport_of_tests())),
      some(MPI_COMM_WORLD, library_grid, library_atmosphere,
           SolverOptions("", transport_of_tests()));
  BoundaryValues west;
  west.west = any_number;
  all.set_boundary_values(west);
  some.set_boundary_values(is_at_west(some) ? west : BoundaryValues{});
  EXPECT_EQ(terms_of(some, 12).values, terms_of(all, 12).values);
}

TEST(LibraryBoundaryOnRanks, AreRefusedByAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  PressureSolver solver(MPI_COMM_WORLD, library_grid, library_atmosphere,
                        SolverOptions("", transport_of_tests()));
  const BoundaryValues right = on_sides(library_grid, any_number);
  expect_each_refused<BoundaryValues>(
      right,
      {{"not given", [](BoundaryValues& v) { v.north = {}; }},
       {"not finite", [](BoundaryValues& v) { v.top = [](int, int, int) { return NAN; }; }}},
      [&](const BoundaryValues& given) { solver.set_boundary_values(given); });
  BoundaryValues throws = right;
  const bool last = world.rank() == world.size() - 1;
  if (last) throws.top = [](int, int, int) -> double { throw std::runtime_error("no number"); };
  EXPECT_EQ(line_of([&] { solver.set_boundary_values(throws); }),
            last ? "no number" : "rank " + std::to_string(world.size() - 1) + ": no number");
  // Ranks that do not call the same function.
  if (world.size() > 1)
    expect_one_line(world, "another call", [&] {
      if (world.rank() == 0) solver.set_boundary_values(right);
      else solver.update(library_atmosphere);
    });
  solver.set_boundary_values(right);
}

} // namespace
} // namespace isobar::library_boundary_test
