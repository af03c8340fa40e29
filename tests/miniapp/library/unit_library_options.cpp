// Options of a solver that is there, and calls in states in which there can be none.
#include "support_library.hpp"

#include <optional>

namespace isobar::library_options_test {
namespace {

PressureSolver make(const std::string& sections) {
  return {library_grid, library_atmosphere, sections};
}

SolveReport solved(PressureSolver& solver, Cells& u) {
  const Cells f = library_right_side(solver);
  return solver.solve(f.in(), u.out());
}

/// A solver whose options change solves as one that was made with them.
TEST(LibraryOptions, ChangeAsInANewSolver) {
  const std::string begin = "[solver]\ntolerance = 1e-3\n",
                    change = "tolerance = 1e-9\nmin_iterations = 4\n";
  for (const char* method :
       {"multigrid", "cg-fused", "cg-standard", "cg-multigrid", "bicgstab", "bicgstab-multigrid",
        "modes", "cg-modes", "bicgstab-modes", "cg-csr", "multigrid\"\nprecision = \"mixed",
        "cg-multigrid\"\nprecision = \"mixed"}) {
    const std::string how = "method = \"" + std::string(method) + "\"\n";
    PressureSolver changed = make(begin + how), fresh = make("[solver]\n" + change + how);
    Cells u(changed.partition(), library_grid.nz), v = u;
    const SolveReport before = solved(changed, u);
    changed.set_options("[solver]\n" + change);
    const SolveReport after = solved(changed, u), right = solved(fresh, v);
    EXPECT_EQ(after.iterations, right.iterations) << method;
    const bool steps =
        method == std::string_view("modes"); // solve those modes that they did before
    EXPECT_TRUE(steps || u.values == v.values) << method;
    EXPECT_LE(after.relative_residual(), 1e-9) << method;
    EXPECT_GT(after.iterations, before.iterations) << method;
    changed.set_options("[solver]\ntolerance = 1e-3\nmin_iterations = 0");
    EXPECT_EQ(solved(changed, u).residual_norms, before.residual_norms) << method;
  }
}

TEST(LibraryOptions, KeepWhatIsNotNamed) {
  PressureSolver solver = make("[solver]\ntolerance = 1e-12\n");
  Cells u(solver.partition(), library_grid.nz);
  solver.set_options("[solver]\nmax_iterations = 3");
  EXPECT_EQ(solved(solver, u).status, SolveStatus::not_converged);
  solver.set_options("[solver]\nabsolute_tolerance = 1e10");
  EXPECT_EQ(solved(solver, u).iterations, 1);
  solver.set_options("[solver]\nabsolute_tolerance = 0");
  solver.set_options("");
  const SolveReport report = solved(solver, u);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_GT(report.relative_residual(), 1e-12);
  solver.set_options("[solver]\nmax_iterations = 100");
  EXPECT_LE(solved(solver, u).relative_residual(), 1e-12);
}

TEST(LibraryOptions, RefuseInOneLineAndChangeNothing) {
  PressureSolver solver = make("[solver]\nmin_iterations = 5\n");
  Cells u(solver.partition(), library_grid.nz);
  const SolveReport before = solved(solver, u);
  const auto line = [&](const char* text) { return line_of([&] { solver.set_options(text); }); };
  const std::string expected =
      ": wants a new solver; expected one of solver.tolerance, solver.absolute_tolerance, "
      "solver.divergence_tolerance, solver.max_iterations, solver.min_iterations, "
      "solver.check_after";
  EXPECT_EQ(line("[solver]\ntolerance = 1e-2\nmethod = \"cg-fused\""),
            "options:3: solver.method = \"cg-fused\"" + expected);
  EXPECT_EQ(line("[multigrid]\nlevels = 2"), "options:2: multigrid.levels = 2" + expected);
  EXPECT_EQ(line("[grid]\nnx = 3"), "options:2: grid.nx = 3" + expected);
  EXPECT_EQ(line("[solver]\ntolerance = 2"),
            "options:2: solver.tolerance = 2: out of range; expected a number in (0, 1)");
  EXPECT_EQ(line("[solver]\nmax_iterations = 4"),
            "solver.min_iterations = 5: solver.max_iterations is 4; expected at most that");
  EXPECT_EQ(line("nonsense").find("options:1: syntax error"), 0U);
  EXPECT_EQ(line("[output]").find("options:1: [output]: not a section that says how to solve"), 0U);
  EXPECT_EQ(solved(solver, u).residual_norms, before.residual_norms);
}

TEST(LibraryOptions, WithoutEffectAreNamed) {
  PressureSolver solver = make("[solver]\nmethod = \"cg-fused\"\n");
  EXPECT_TRUE(solver.unused_options().empty());
  solver.set_options("[solver]\ncheck_after = 3");
  ASSERT_EQ(solver.unused_options().size(), 1U);
  EXPECT_EQ(solver.unused_options()[0].find("options:2: solver.check_after = 3: not used"), 0U);
}

TEST(LibraryOptions, LevelsOfOwnColumnsStay) {
  PressureGrid grid{16, 16, 8, Domain::flat};
  const auto number = [](int, int) { return 0.5; };
  grid.columns = std::make_shared<const ColumnGeometryFields>(
      ColumnGeometryFields{number, number, number, number, number});
  Coefficients c = Physics{1e-3, 0.02, 0.05};
  PressureSolver solver(grid, c);
  c.choose_levels = true;
  EXPECT_EQ(line_of([&] { solver.update(c); }),
            "choose_levels = true: not available with grid.columns; expected false");
}

/// The text of the std::logic_error that `work` ends with.
std::string state_line(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::logic_error& e) {
    return e.what();
  }
  return "(no error)";
}

TEST(LibraryStates, ASolverThatWasMovedFromIsRefused) {
  PressureSolver solver = make("");
  const Cells f = library_right_side(solver);
  Cells u(solver.partition(), f.nz);
  PressureSolver moved = std::move(solver);
  const std::vector<std::function<void()>> calls = {
      [&] { (void)solver.solve(f.in(), u.out()); },
      [&] { (void)solver.solve_from(f.in(), u.out()); },
      [&] { solver.update(library_atmosphere); },
      [&] { solver.set_options(""); },
      [&] { solver.set_monitor({}); },
      [&] { (void)solver.partition(); },
      [&] { (void)solver.levels(); },
      [&] { (void)solver.transport(); },
      [&] { (void)solver.factor_distance(); },
      [&] { (void)solver.unused_options(); }};
  for (const auto& call : calls)
    EXPECT_EQ(state_line(call),
              "this solver was moved from; expected a call of the one that it was moved to");
  EXPECT_TRUE(moved.solve(f.in(), u.out()).converged());
  solver = std::move(moved);
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
}

TEST(LibraryStates, AFunctionOfACoefficientCannotCallItsSolver) {
  PressureGrid grid = library_grid;
  Coefficients coefficients = library_atmosphere;
  coefficients.positions.beta = [](int, int) { return 1.0; };
  PressureSolver solver(grid, coefficients);
  const Cells f = library_right_side(solver);
  Cells u(solver.partition(), f.nz);
  coefficients.positions.beta = [&](int, int) {
    (void)solver.solve(f.in(), u.out());
    return 1.0;
  };
  EXPECT_EQ(line_of([&] { solver.update(coefficients); }),
            "a solver is called in a function that it calls itself; expected questions only");
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
}

/// An own preconditioner may be another solver.
TEST(LibraryStates, AMonitorMayCallAnotherSolver) {
  PressureSolver outer = make(""), inner = make("");
  const Cells f = library_right_side(outer);
  Cells u(outer.partition(), f.nz), v = u;
  int solves = 0;
  outer.set_monitor([&](const IterationState&) {
    solves += inner.solve(f.in(), v.out()).converged();
    return false;
  });
  EXPECT_TRUE(outer.solve(f.in(), u.out()).converged());
  EXPECT_GT(solves, 1);
  EXPECT_EQ(u.values, v.values);
}

} // namespace
} // namespace isobar::library_options_test
