// Every argument of solves and of set_options() wrong on one rank alone, and ranks that call
// different functions. All ranks end the call with the same line.
#include "support_library_refusals.hpp"

#include <cmath>

namespace isobar::library_calls_test {
namespace {

/// The arguments of a solve: cells as extents and strides of u and f.
struct Given {
  const double* f;
  double* u;
  std::array<std::int64_t, 3> cells, strides, u_cells, u_strides;
  Place place = Place::host, u_place = Place::host;
  RightSide kind = RightSide::cell_means;

  CellsIn in() const { return {f, cells, strides, place}; }
  CellsOut out() const { return {u, u_cells, u_strides, u_place}; }
};

const Changes<Given> cells = {{"no f", [](Given& g) { g.f = nullptr; }},
                              {"no u", [](Given& g) { g.u = nullptr; }},
                              {"x of f", [](Given& g) { --g.cells[0]; }},
                              {"y of f", [](Given& g) { ++g.cells[1]; }},
                              {"z of f", [](Given& g) { g.cells[2] = -12; }},
                              {"x of u", [](Given& g) { ++g.u_cells[0]; }},
                              {"y of u", [](Given& g) { g.u_cells[1] = 0; }},
                              {"z of u", [](Given& g) { --g.u_cells[2]; }},
                              {"stride of u along x", [](Given& g) { g.u_strides[0] = 0; }},
                              {"stride of u along z", [](Given& g) { g.u_strides[2] = 0; }},
                              {"place of f", [](Given& g) { g.place = Place(9); }},
                              {"place of u", [](Given& g) { g.u_place = Place(-1); }},
                              {"integrals", [](Given& g) { g.kind = RightSide::integrals; }},
                              {"right side 9", [](Given& g) { g.kind = RightSide(9); }}};

const char* const sections = "[solver]\ntolerance = 1e-8\nmethod = \"cg-multigrid\"\n";

struct Solvable {
  PressureSolver solver{
      MPI_COMM_WORLD, library_grid, library_atmosphere, {sections, transport_of_tests()}};
  Cells f = library_right_side(solver), u = solution_of(solver, f);

  Given given() {
    const CellsOut all = u.out();
    return {f.values.data(), u.values.data(), all.extents(),
            all.strides(),   all.extents(),   all.strides()};
  }
  void expect_as_before() {
    const Cells before = u;
    EXPECT_EQ(solution_of(solver, f).values, before.values);
  }
};

TEST(LibraryCalls, CellsOfOneRankEndSolvesOnAll) {
  Solvable s;
  const Given given = s.given();
  expect_each_refused<Given>(
      given, cells, [&](const Given& g) { (void)s.solver.solve(g.in(), g.out(), g.kind); });
  expect_each_refused<Given>(
      given, cells, [&](const Given& g) { (void)s.solver.solve_from(g.in(), g.out(), g.kind); });
  expect_each_refused<Given>(given, cells,
                             [&](const Given& g) { s.solver.apply(g.in(), g.out(), g.kind); });
  expect_each_refused<Given>(given, cells, [&](const Given& g) {
    (void)s.solver.residual(s.f.in(), g.in(), g.out(), g.kind);
  });
  expect_each_refused<Given>(given, cells, [&](const Given& g) {
    (void)s.solver.residual(g.in(), s.f.in(), g.out(), g.kind);
  });
  const Changes<Given> of_diagonal(cells.begin() + 5, cells.end());
  for (const auto& change : of_diagonal)
    if (std::string(change.first).find(" f") == std::string::npos)
      expect_each_refused<Given>(given, {change},
                                 [&](const Given& g) { s.solver.diagonal(g.out(), g.kind); });
  s.expect_as_before();
}

TEST(LibraryCalls, AnOrderThatThereIsNotIsRefused) {
  Solvable s;
  const MpiComm world(MPI_COMM_WORLD);
  const bool last = world.rank() == world.size() - 1;
  const CellsIn f(s.f.values.data(), s.f.nx, s.f.ny, s.f.nz, last ? Order(9) : Order::yxz);
  expect_one_line(world, "order", [&] { (void)s.solver.solve(f, s.u.out()); });
  expect_one_line(world, "right side on all",
                  [&] { (void)s.solver.solve(s.f.in(), s.u.out(), RightSide(5)); });
}

TEST(LibraryCalls, NumbersOfOneRankEndSolvesOnAll) {
  Solvable s;
  const MpiComm world(MPI_COMM_WORLD);
  Cells f = s.f, u = s.u;
  if (world.rank() == world.size() - 1) f.values.at(5) = u.values.at(7) = NAN;
  expect_one_line(world, "f", [&] { (void)s.solver.solve(f.in(), s.u.out()); });
  expect_one_line(world, "f", [&] { (void)s.solver.solve_from(f.in(), s.u.out()); });
  expect_one_line(world, "u", [&] { (void)s.solver.solve_from(s.f.in(), u.out()); });
  s.expect_as_before();
}

/// Calls by their names, of which the last rank makes another one than the others.
TEST(LibraryCalls, DifferentOnesOfRanksEndOnAll) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) return;
  Solvable s;
  Cells u = s.u;
  const std::vector<std::pair<std::string, std::function<void()>>> calls = {
      {"solve", [&] { (void)s.solver.solve(s.f.in(), u.out()); }},
      {"solve_from", [&] { (void)s.solver.solve_from(s.f.in(), u.out()); }},
      {"apply", [&] { s.solver.apply(s.f.in(), u.out()); }},
      {"residual", [&] { (void)s.solver.residual(s.f.in(), s.u.in(), u.out()); }},
      {"diagonal", [&] { s.solver.diagonal(u.out()); }},
      {"update", [&] { s.solver.update(library_atmosphere); }},
      {"set_options", [&] { s.solver.set_options("[solver]\ntolerance = 1e-8\n"); }}};
  const int last = world.size() - 1;
  for (const auto& [first, call_of_most] : calls)
    for (const auto& [other, call_of_last] : calls) {
      if (first == other) continue;
      const std::string line = line_of(world.rank() == last ? call_of_last : call_of_most);
      EXPECT_EQ(line, "rank " + std::to_string(last) + " differs from rank 0 in the call: " +
                          other + " instead of " + first + "; expected the same on all ranks");
    }
  s.expect_as_before();
}

TEST(LibraryCalls, OptionsOfOneRankEndSetOptionsOnAll) {
  Solvable s;
  const Changes<std::string> changes = {
      {"another number", [](std::string& text) { text = "[solver]\ntolerance = 1e-3\n"; }},
      {"nothing", [](std::string& text) { text = ""; }},
      {"no TOML", [](std::string& text) { text = "= 3"; }},
      {"out of range", [](std::string& text) { text = "[solver]\ntolerance = -1\n"; }},
      {"a new solver's", [](std::string& text) { text = "[multigrid]\nlevels = 2\n"; }}};
  expect_each_refused<std::string>("[solver]\ntolerance = 1e-4\n", changes,
                                   [&](const std::string& text) { s.solver.set_options(text); });
  s.expect_as_before();
}

/// A monitor of the last rank calls the solver: the solve ends on all, and the solver goes on.
TEST(LibraryCalls, OfAMonitorAreRefused) {
  Solvable s;
  const MpiComm world(MPI_COMM_WORLD);
  const bool last = world.rank() == world.size() - 1;
  Cells u = s.u;
  const std::vector<std::function<void()>> calls = {
      [&] { (void)s.solver.solve(s.f.in(), u.out()); },
      [&] { s.solver.update(library_atmosphere); }, [&] { s.solver.set_options(""); },
      [&] { s.solver.set_monitor({}); }};
  for (const auto& call : calls) {
    s.solver.set_monitor([&](const IterationState&) {
      EXPECT_NE(s.solver.levels(), ""); // a question
      if (last) call();
      return false;
    });
    try {
      (void)s.solver.solve(s.f.in(), u.out());
      ADD_FAILURE() << "no error";
    } catch (const std::exception& e) {
      const std::string line =
          "a solver is called in a function that it calls itself; expected questions only";
      EXPECT_EQ(std::string(e.what()),
                last ? line : "rank " + std::to_string(world.size() - 1) + ": " + line);
    }
    s.solver.set_monitor({});
  }
  s.expect_as_before();
}

TEST(LibraryCalls, CommunicatorsWithoutOneGroupAreRefused) {
  const MpiComm world(MPI_COMM_WORLD);
  EXPECT_EQ(line_of([] { PressureSolver(MPI_COMM_NULL, library_grid, library_atmosphere); }),
            "comm = MPI_COMM_NULL: expected a communicator");
  if (world.size() == 1) return;
  const bool upper = world.rank() > 0;
  const MpiComm group = world.split(upper ? 1 : 0);
  MPI_Comm both = MPI_COMM_NULL;
  check_mpi(MPI_Intercomm_create(group.get(), 0, world.get(), upper ? 0 : 1, 7, &both),
            "MPI_Intercomm_create");
  EXPECT_EQ(line_of([&] { PressureSolver(both, library_grid, library_atmosphere); }),
            "comm is an intercommunicator; expected one of a single group");
  check_mpi(MPI_Comm_free(&both), "MPI_Comm_free");
}

/// A monitor that asks at iteration n ends the solve with n + 1: what the header says.
TEST(LibraryCalls, AWishToStopEndsTheSolveOneIterationLater) {
  for (const char* method :
       {"multigrid", "cg-fused", "cg-standard", "cg-multigrid", "bicgstab", "bicgstab-multigrid"}) {
    PressureSolver solver(
        MPI_COMM_WORLD, library_grid, library_atmosphere,
        {"[solver]\ntolerance = 1e-12\nmethod = \"" + std::string(method) + "\"\n",
         transport_of_tests()});
    const Cells f = library_right_side(solver);
    Cells u(solver.partition(), f.nz);
    for (const int asked : {0, 2}) {
      std::vector<int> seen;
      solver.set_monitor([&](const IterationState& state) {
        seen.push_back(state.iteration);
        return state.iteration == asked;
      });
      const SolveReport report = solver.solve(f.in(), u.out());
      EXPECT_EQ(report.status, SolveStatus::interrupted) << method;
      if (on_host) {
        EXPECT_EQ(report.iterations, asked + 1) << method;
      }
      EXPECT_EQ(seen.front(), 0) << method;
      EXPECT_EQ(seen.back(), asked) << method;
    }
  }
}

} // namespace
} // namespace isobar::library_calls_test
