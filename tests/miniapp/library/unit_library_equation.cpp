// isobar::PressureSolver with equations of the caller's own, against the oracle's residual.
#include "run/kernel_timings.hpp"
#include "support_library_equation.hpp"

namespace isobar {
namespace {

const char* const tight = "[solver]\ntolerance = 1e-9\nmethod = ";

std::string with_method(const char* method, const char* more = "") {
  return tight + ("\"" + std::string(method) + "\"\n") + more;
}

/// The relative residual that the oracle finds in what a solver says is the solution.
template <class Residual>
double true_residual(PressureSolver& solver, const oracle::Matrix& m, const Residual& residual) {
  const Cells f = library_right_side(solver), u = solution_of(solver, f);
  const oracle::Array integrals = integrated(m, f);
  return norm(residual(array_of_cells(u), integrals)) / norm(integrals);
}

TEST(LibraryEquation, SolvesProfilesFieldsInterfacesAndBoundaries) {
  const GeneralProblem problem;
  const oracle::Matrix m(problem.spec(), problem.grid.nx, problem.grid.ny);
  for (const std::string& sections :
       {with_method("multigrid"), with_method("multigrid", "precision = \"mixed\"\n"),
        with_method("cg-fused"), with_method("cg-multigrid"), with_method("cg-modes"),
        with_method("cg-modes", "precision = \"mixed\"\n"), with_method("bicgstab"),
        with_method("bicgstab-multigrid", "precision = \"mixed\"\n")}) {
    PressureSolver solver(problem.grid, problem.coefficients, sections);
    EXPECT_LE(
        true_residual(solver, m, [&](const auto& u, const auto& f) { return residual(m, u, f); }),
        1.001e-9)
        << sections;
  }
}

TEST(LibraryEquation, SolvesConvectionAndCoefficientsOfCells) {
  for (const auto& [convection, cells] : {std::pair(true, false), {false, true}, {true, true}}) {
    const CellProblem problem(convection, cells);
    const oracle::General g = problem.oracle();
    std::vector<std::string> all = {with_method("bicgstab"), with_method("bicgstab-multigrid"),
                                    with_method("bicgstab-modes"),
                                    with_method("bicgstab-multigrid", "precision = \"mixed\"\n")};
    if (!convection)
      for (const char* method : {"cg-standard", "cg-multigrid", "cg-modes"})
        all.push_back(with_method(method));
    for (const std::string& sections : all) {
      PressureSolver solver(problem.grid, problem.coefficients, sections);
      EXPECT_LE(true_residual(solver, g.matrix,
                              [&](const auto& u, const auto& f) { return residual(g, u, f); }),
                1.001e-9)
          << sections << convection << cells;
      EXPECT_EQ(solver.factor_distance().largest > 1.5, cells);
    }
  }
}

/// Float keeps fewer digits of a residual than its tolerance asks for elsewhere.
TEST(LibraryEquation, SolvesInFloatToo) {
  const CellProblem problem(true, true);
  const oracle::General g = problem.oracle();
  for (const char* precision : {"float", "float-storage"})
    for (const char* method : {"bicgstab", "bicgstab-multigrid"}) {
      const std::string sections = "[solver]\ntolerance = 1e-2\nmethod = \"" + std::string(method) +
                                   "\"\nprecision = \"" + precision + "\"\n";
      PressureSolver solver(problem.grid, problem.coefficients, sections);
      EXPECT_LE(true_residual(solver, g.matrix,
                              [&](const auto& u, const auto& f) { return residual(g, u, f); }),
                1.1e-2)
          << sections;
    }
}

/// Cells that are a product are what the spec could have been: as many iterations, the same solution.
TEST(LibraryEquation, FindsTheFactorsOfCells) {
  const GeneralProblem factors;
  GeneralProblem cells = factors;
  const auto product = [](std::vector<double> height, HorizontalField position) -> CellField {
    return [=](int i, int j, int k) { return height[std::size_t(k)] * position(i, j); };
  };
  const Coefficients& c = factors.coefficients;
  cells.coefficients.cells = {product(c.heights.alpha_h, c.positions.alpha_h),
                              product(c.heights.alpha_v, c.positions.alpha_v),
                              {}};
  cells.coefficients.heights.alpha_h = cells.coefficients.heights.alpha_v = {};
  cells.coefficients.positions.alpha_h = cells.coefficients.positions.alpha_v = {};
  // Levels are chosen from profiles, of which cells have none.
  const std::string sections = with_method("cg-multigrid", "[multigrid]\nlevels = 3\n");
  PressureSolver one(factors.grid, factors.coefficients, sections);
  PressureSolver other(cells.grid, cells.coefficients, sections);
  const Cells f = library_right_side(one);
  Cells u(one.partition(), f.nz), v = u;
  EXPECT_EQ(one.solve(f.in(), u.out()).iterations, other.solve(f.in(), v.out()).iterations);
  EXPECT_LE(difference(u.values, v.values), 1e-8);
  EXPECT_NEAR(other.factor_distance().largest, 1.0, 1e-12);
}

/// Where a reaction is 0 somewhere it has no logarithm.
TEST(LibraryEquation, TakesCellsWithoutReaction) {
  CellProblem problem(false, true);
  problem.coefficients.cells.beta = [](int i, int, int k) { return i < 7 || k == 3 ? 0.0 : 1.0; };
  PressureSolver solver(problem.grid, problem.coefficients, with_method("cg-multigrid"));
  const Cells f = library_right_side(solver);
  Cells u = solution_of(solver, f);
  EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0);
}

/// Coefficients from arrays of the whole domain, which may change between two updates.
TEST(LibraryEquation, UpdatesAllCoefficientsWithoutAllocatingOnTheDevice) {
  const GeneralProblem problem;
  const CellProblem other(true, true);
  struct Case {
    PressureGrid grid;
    Coefficients first, second;
    const char* method;
  };
  Coefficients later = problem.coefficients, all = other.coefficients;
  later.heights.alpha_v.assign(12, 0.8);
  later.positions.beta = {};
  all.convection.x.profile.assign(12, 1.0);
  all.cells.beta = [](int, int, int k) { return 1.0 + k; };
  for (const Case& c : {Case{problem.grid, problem.coefficients, later, "multigrid"},
                        Case{other.grid, other.coefficients, all, "bicgstab-multigrid"}}) {
    PressureSolver solver(c.grid, c.first, with_method(c.method));
    const Cells f = library_right_side(solver);
    Cells u = solution_of(solver, f), v = u;
    (void)solver.solve_from(f.in(), u.out());
    KernelTimings counts;
    solver.update(c.second);
    EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
    EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0);
    counts.stop();
    EXPECT_FALSE(counts.kernels().empty()); // the callbacks were at work
    EXPECT_EQ(counts.allocations(), 0) << c.method;
    PressureSolver made(c.grid, c.second, with_method(c.method));
    EXPECT_TRUE(made.solve(f.in(), v.out()).converged());
    EXPECT_LE(difference(u.values, v.values), 1e-7) << c.method;
  }
}

TEST(LibraryEquation, AsksNothingAgainOfPositionsThatAreAsBefore) {
  GeneralProblem problem;
  int calls = 0;
  const HorizontalField before = problem.coefficients.positions.beta;
  problem.coefficients.positions.beta = [&](int i, int j) { return ++calls, before(i, j); };
  PressureSolver solver(problem.grid, problem.coefficients, with_method("multigrid"));
  const Cells f = library_right_side(solver);
  Coefficients later = problem.coefficients;
  later.heights.alpha_v.assign(12, 0.8);
  PressureSolver made(problem.grid, later, with_method("multigrid"));
  later.positions = {}; // of no account
  later.positions_as_before = true;
  calls = 0;
  solver.update(later);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(solution_of(solver, f).values, solution_of(made, f).values);
}

/// The first solve from a guess after an update that was refused has the coefficients of before.
TEST(LibraryEquation, StaysAsItWasAfterARefusedUpdate) {
  const CellProblem problem(false, true);
  PressureSolver solver(problem.grid, problem.coefficients, with_method("cg-multigrid"));
  const Cells f = library_right_side(solver);
  Cells u = solution_of(solver, f);
  Coefficients bad = problem.coefficients;
  bad.cells.alpha_h = [](int, int, int) { return 2.0; };
  bad.cells.beta = [](int, int, int) { return -1.0; };
  EXPECT_THROW(solver.update(bad), std::invalid_argument);
  EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0);
}

} // namespace
} // namespace isobar
