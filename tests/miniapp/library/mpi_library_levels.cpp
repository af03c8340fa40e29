// Automatic levels that updates choose anew: counts and solutions are then those of a new solver.
#include "support_boundary.hpp"
#include "support_library_refusals.hpp"

namespace isobar::library_levels_test {
namespace {

const PressureGrid square{32, 32, 8};

Coefficients at(double time_step, bool choose) {
  Coefficients c = Atmosphere{550.0, 0.018, 6371.0e3, 50.0e3, time_step};
  c.choose_levels = choose;
  return c;
}

PressureSolver make(const Coefficients& c, const std::string& sections) {
  return {MPI_COMM_WORLD, square, c, {sections, transport_of_tests()}};
}

/// Whether all ranks have the same columns of both.
bool have_same_columns(const PressureSolver& a, const PressureSolver& b) {
  return MpiComm(MPI_COMM_WORLD).min(a.partition() == b.partition() ? 1 : 0) == 1;
}

SolveReport solved(PressureSolver& solver, Cells& u, bool from_guess = false) {
  const Cells whole = library_right_side(solver);
  Cells f(solver.partition(), square.nz);
  for (std::size_t n = 0; n < f.values.size(); ++n) f.values[n] = whole.values[n];
  return from_guess ? solver.solve_from(f.in(), u.out()) : solver.solve(f.in(), u.out());
}

TEST(LibraryLevels, FollowTheTimeStepWhereTheyAreAskedTo) {
  constexpr double short_step = 600.0, long_step = 6000.0;
  for (const char* method : {"multigrid", "cg-multigrid", "bicgstab-multigrid",
                             "multigrid\"\nprecision = \"mixed", "multigrid-ell"}) {
    const std::string sections = "[solver]\nmethod = \"" + std::string(method) + "\"\n";
    PressureSolver kept = make(at(short_step, false), sections),
                   chosen = make(at(short_step, false), sections),
                   fresh = make(at(long_step, false), sections);
    const std::string first = chosen.levels();
    if (!have_same_columns(chosen, fresh)) { // as three ranks have not
      chosen.update(at(long_step, true));
      EXPECT_EQ(chosen.levels(), first);
      continue;
    }
    Cells u(chosen.partition(), square.nz), v = u, w = u;
    const SolveReport before = solved(chosen, u);
    (void)solved(chosen, u, true); // has a guess's memory
    chosen.set_options("[solver]\ntolerance = 1e-8");
    fresh.set_options("[solver]\ntolerance = 1e-8");
    kept.update(at(long_step, false));
    chosen.update(at(long_step, true));
    EXPECT_EQ(kept.levels(), first) << method;
    EXPECT_EQ(chosen.levels(), fresh.levels()) << method;
    EXPECT_NE(chosen.levels(), first) << method;
    const SolveReport after = solved(chosen, u), right = solved(fresh, v);
    EXPECT_EQ(after.residual_norms, right.residual_norms) << method;
    EXPECT_EQ(u.values, v.values) << method;
    EXPECT_EQ(solved(chosen, u, true).iterations, 0) << method;
    chosen.update(at(short_step, true));
    chosen.set_options("[solver]\ntolerance = 1e-5");
    EXPECT_EQ(chosen.levels(), first) << method;
    EXPECT_EQ(solved(chosen, w).residual_norms, before.residual_norms) << method;
  }
}

/// Time steps about a threshold do not set up each time.
TEST(LibraryLevels, StayWhereTheCflNumberMovesLittle) {
  PressureSolver solver = make(at(1000.0, false), "");
  const std::string first = solver.levels();
  for (const double step : {1100.0, 1400.0, 900.0, 700.0}) {
    solver.update(at(step, true));
    EXPECT_EQ(solver.levels(), first) << step;
  }
}

TEST(LibraryLevels, FollowFunctionsOfThePosition) {
  Coefficients c = at(600.0, true);
  c.positions.alpha_h = [](int i, int j) { return 1.0 + 0.3 * std::sin(0.2 * i + 0.1 * j); };
  PressureSolver solver = make(c, ""), fresh = make(c, "");
  Coefficients stronger = c;
  stronger.positions.alpha_h = [f = c.positions.alpha_h](int i, int j) { return 100.0 * f(i, j); };
  PressureSolver right = make(stronger, "");
  if (!have_same_columns(solver, right)) GTEST_SKIP() << "columns are distributed otherwise";
  solver.update(stronger);
  Cells u(solver.partition(), square.nz), v = u;
  EXPECT_EQ(solved(solver, u).residual_norms, solved(right, v).residual_norms);
  EXPECT_EQ(solver.levels(), right.levels());
  EXPECT_NE(solver.levels(), fresh.levels());
  solver.update(c);
  EXPECT_EQ(solved(solver, u).residual_norms, solved(fresh, v).residual_norms);
  c.positions_as_before = true;
  EXPECT_EQ(line_of([&] { solver.update(c); }),
            "choose_levels = true: not available with positions_as_before; expected "
            "positions_as_before = false");
}

TEST(LibraryLevels, FollowOnTheSphere) {
  PressureGrid sphere{16, 16, 8};
  sphere.domain = Domain::sphere;
  const SolverOptions options("", transport_of_tests());
  PressureSolver solver(MPI_COMM_WORLD, sphere, at(1200.0, false), options),
      fresh(MPI_COMM_WORLD, sphere, at(12000.0, false), options);
  if (!have_same_columns(solver, fresh)) GTEST_SKIP() << "columns are distributed otherwise";
  const std::string first = solver.levels();
  solver.update(at(12000.0, true));
  Cells u(solver.partition(), sphere.nz), v = u;
  EXPECT_EQ(solved(solver, u).residual_norms, solved(fresh, v).residual_norms);
  EXPECT_EQ(u.values, v.values);
  EXPECT_EQ(solver.levels(), fresh.levels());
  EXPECT_NE(solver.levels(), first);
}

/// The caller's blocks are those of the constructor, whatever levels are and however they distribute columns.
TEST(LibraryLevels, FollowWithBlocksOfTheCaller) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() > 4) return;
  SolverOptions options("", transport_of_tests());
  const int first = 32 * world.rank() / world.size(), next = 32 * (world.rank() + 1) / world.size();
  options.blocks = std::vector<ColumnBlock>{{first, 0, next - first, 32}};
  PressureSolver solver(MPI_COMM_WORLD, square, at(600.0, false), options),
      fresh(MPI_COMM_WORLD, square, at(6000.0, false), options);
  const BoundaryValues values = on_sides(square, any_number);
  solver.set_boundary_values(values);
  fresh.set_boundary_values(values);
  solver.update(at(6000.0, true));
  Cells f({32, 32, first, 0, next - first, 32}, square.nz), u = f, v = f;
  for (int j = 0; j < f.ny; ++j)
    for (int i = 0; i < f.nx; ++i)
      for (int k = 0; k < f.nz; ++k) f(j, i, k) = std::sin(0.3 * (first + i) + 0.2 * j * k);
  EXPECT_EQ(solver.solve(f.in(), u.out()).residual_norms,
            fresh.solve(f.in(), v.out()).residual_norms);
  EXPECT_EQ(u.values, v.values);
  EXPECT_EQ(solver.levels(), fresh.levels());
}

/// A number that cannot be leaves the solver, and its levels, as they were.
TEST(LibraryLevels, StayAfterAnError) {
  Coefficients c = at(600.0, true);
  c.positions.beta = [](int, int) { return 1.0; };
  PressureSolver solver = make(c, "");
  Cells u(solver.partition(), square.nz);
  const SolveReport before = solved(solver, u);
  const std::string levels = solver.levels();
  Coefficients wrong = at(6000.0, true);
  const MpiComm world(MPI_COMM_WORLD);
  wrong.positions.beta = [&](int i, int j) { return i == 17 && j == 19 ? -1.0 : 1.0; };
  expect_one_line(world, "beta", [&] { solver.update(wrong); });
  EXPECT_EQ(solver.levels(), levels);
  EXPECT_EQ(solved(solver, u).residual_norms, before.residual_norms);
}

/// Without a side of u = 0 and without beta, where u is known up to a constant.
TEST(LibraryLevels, ThatStayAdmitWhatAnyUpdateDoes) {
  PressureGrid closed{32, 32, 8, Domain::flat};
  for (Boundary* const side : {&closed.boundaries.west, &closed.boundaries.east,
                               &closed.boundaries.south, &closed.boundaries.north})
    *side = Boundary::neumann;
  Coefficients c = Physics{1e-3, 0.3, 0.05}, other = Physics{1.1e-3, 0.3, 0.05};
  PressureSolver of_modes(MPI_COMM_WORLD, closed, c,
                          {"[solver]\nmethod = \"modes\"\n", transport_of_tests()});
  for (Coefficients* const some : {&c, &other}) some->heights.beta.assign(8, 0.0);
  PressureSolver solver(MPI_COMM_WORLD, closed, c, {"", transport_of_tests()});
  other.choose_levels = true;
  solver.update(other);
  EXPECT_TRUE(solver.has_null_space());
  const std::string line = line_of([&] { of_modes.update(other); });
  EXPECT_NE(line, "(no error)");
  EXPECT_EQ(line_of([&] { of_modes.update(c); }), line);
}

TEST(LibraryLevels, ThatAreGivenStay) {
  PressureSolver solver = make(at(600.0, false), "[multigrid]\nlevels = 2\n");
  const std::string levels = solver.levels();
  solver.update(at(6000.0, true));
  EXPECT_EQ(solver.levels().substr(0, 8), levels.substr(0, 8));
  EXPECT_EQ(solver.levels(), levels);
}

} // namespace
} // namespace isobar::library_levels_test
