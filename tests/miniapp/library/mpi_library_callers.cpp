// Functions of PressureSolver's caller on many ranks. An exception of one of them ends the call on
// all, and coefficients that are not the same on all ranks are refused.
#include "support_library_equation.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

/// Not collective.
int last_rank() {
  int size = 0;
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
  return size - 1;
}
bool is_last() {
  int rank = 0;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank == last_rank();
}

struct CallersError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The line that work ends with, behind the kind of the exception.
std::string end_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const CallersError& e) {
    return std::string("own: ") + e.what();
  } catch (const std::invalid_argument& e) {
    return std::string("refused: ") + e.what();
  } catch (const std::exception& e) {
    return std::string("other: ") + e.what();
  }
  return "(no error)";
}

/// Refusals for a function of coefficients. On the rank itself: the text, with the nested exception; on others: the rank, too.
void expect_refusal(const std::function<void()>& work) {
  const std::string line = end_of(work);
  EXPECT_EQ(line, is_last() ? "refused: no table"
                            : "refused: rank " + std::to_string(last_rank()) + ": no table");
  try {
    work();
  } catch (const std::exception& e) {
    EXPECT_EQ(end_of([&] { std::rethrow_if_nested(e); }),
              is_last() ? "own: no table" : "(no error)");
  }
}

/// A function of the last rank throws when it is asked for this column the so-manieth time.
HorizontalField throwing_at(int i, int j) {
  return [=](int x, int y) -> double {
    if (is_last() && x == i && y == j) throw CallersError("no table");
    return 1.0;
  };
}

const char* const three_levels = "[solver]\nmethod = \"cg-multigrid\"\n[multigrid]\nlevels = 3\n";

TEST(LibraryCallers, AnExceptionOfACoefficientEndsTheConstructorAndUpdatesOnAllRanks) {
  const GeneralProblem good;
  const CellProblem cells(false, true);
  const SolverOptions options(three_levels, transport_of_tests());
  PressureSolver solver(MPI_COMM_WORLD, good.grid, good.coefficients, options);
  PressureSolver of_cells(MPI_COMM_WORLD, cells.grid, cells.coefficients, options);
  const Partition& part = solver.partition(); // of the last rank: its own column, and one beside it
  for (const auto& [i, j] :
       {std::pair(part.first_i, part.first_j), {part.first_i, std::max(part.first_j - 1, 0)}}) {
    Coefficients field = good.coefficients, cell = cells.coefficients;
    field.positions.beta = throwing_at(i, j);
    field.positions.alpha_h = throwing_at(i, j);
    cell.cells.alpha_h = [f = throwing_at(i, j)](int x, int y, int) { return f(x, y); };
    expect_refusal([&] { PressureSolver(MPI_COMM_WORLD, good.grid, field, options); });
    expect_refusal([&] { solver.update(field); });
    expect_refusal([&] { PressureSolver(MPI_COMM_WORLD, cells.grid, cell, options); });
    expect_refusal([&] { of_cells.update(cell); });
  }
  const Cells f = library_right_side(solver);
  Cells u = solution_of(solver, f), v = solution_of(of_cells, f); // as they were
  EXPECT_EQ(solver.solve_from(f.in(), u.out()).iterations, 0);
  EXPECT_EQ(of_cells.solve_from(f.in(), v.out()).iterations, 0);
}

const char* const all_methods[] = {"multigrid", "cg-fused", "cg-standard", "bicgstab",
                                   "bicgstab-multigrid"};

void expect_end_of_solve(const std::function<void()>& solve) {
  EXPECT_EQ(end_of(solve), is_last()
                               ? "own: stop that"
                               : "other: rank " + std::to_string(last_rank()) + ": stop that");
}

TEST(LibraryCallers, AnExceptionOfAMonitorEndsTheSolveOnAllRanks) {
  for (const char* method : all_methods)
    for (const int iteration : {0, 1, 2}) {
      PressureSolver solver(
          MPI_COMM_WORLD, library_grid, library_atmosphere,
          {"[solver]\ntolerance = 1e-9\nmethod = \"" + std::string(method) + "\"\n",
           transport_of_tests()});
      const Cells f = library_right_side(solver);
      Cells u = solution_of(solver, f);
      const Cells right = u;
      solver.set_monitor([&](const IterationState& state) {
        if (is_last() && state.iteration >= iteration) throw CallersError("stop that");
        return false;
      });
      expect_end_of_solve([&] { (void)solver.solve(f.in(), u.out()); });
      Cells zero(solver.partition(), f.nz);
      expect_end_of_solve([&] { (void)solver.solve_from(f.in(), zero.out()); });
      solver.set_monitor({});
      EXPECT_EQ(solution_of(solver, f).values, right.values) << method << iteration;
    }
}

/// z = factor (1 + 0.1 k) r. nvcc takes no kernel in the body of a test.
void scale_layers(const DeviceCells<const double>& r, const DeviceCells<double>& z, double factor,
                  int shift) {
  const int nx = int(z.extent(0)), ny = int(z.extent(1)), nz = int(z.extent(2));
  Kokkos::parallel_for(
      "scale", Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<3>>({0, 0, 0}, {nx, ny, nz}),
      KOKKOS_LAMBDA(int i, int j, int k) {
        z(i, j, k) = factor * (1.0 + 0.1 * k) * r(i + shift, j + shift, k);
      });
}

/// A preconditioner and a matrix that throw once, in a call that is counted down.
TEST(LibraryCallers, AnExceptionOfAnOwnPartEndsTheSolveOnAllRanks) {
  using In = DeviceCells<const double>;
  using Out = DeviceCells<double>;
  int calls_left = 0;
  const auto scaling = [&](double factor, int shift) {
    return [&calls_left, factor, shift](const In& r, const Out& z) {
      if (is_last() && --calls_left == 0) throw CallersError("stop that");
      scale_layers(r, z, factor, shift);
    };
  };
  CallerOperators matrix, preconditioner;
  matrix.matrix = scaling(1.0, 1);
  preconditioner.preconditioner = scaling(1e4, 0);
  for (const CallerOperators& own : {matrix, preconditioner})
    for (const char* method : {"cg-standard", "bicgstab"}) {
      PressureSolver solver(
          MPI_COMM_WORLD, library_grid, library_atmosphere,
          {"[solver]\nmethod = \"" + std::string(method) + "\"\n", transport_of_tests(), own});
      const Cells f = library_right_side(solver);
      Cells u(solver.partition(), f.nz);
      calls_left = 0;
      (void)solver.solve(f.in(), u.out());
      const Cells right = u;
      for (const int call : {1, 2, 3}) {
        calls_left = call;
        expect_end_of_solve([&] { (void)solver.solve(f.in(), u.out()); });
        std::ranges::fill(u.values, 0.0);
        calls_left = call;
        expect_end_of_solve([&] { (void)solver.solve_from(f.in(), u.out()); });
        (void)solver.solve(f.in(), u.out());
        EXPECT_EQ(u.values, right.values) << method << call;
      }
    }
}

/// As models have their arrays: right on a rank's own columns and so many beside them, 1 elsewhere.
HorizontalField known_near(const Partition& p, int halo, const HorizontalField& field) {
  return [=](int i, int j) {
    const bool near = i >= p.first_i - halo && i < p.first_i + p.nx + halo &&
                      j >= p.first_j - halo && j < p.first_j + p.ny + halo;
    return near ? field(i, j) : 1.0;
  };
}

TEST(LibraryCallers, CoefficientsThatDifferBetweenRanksAreRefused) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) return;
  const GeneralProblem whole;
  const CellProblem cells(false, true);
  const SolverOptions options(three_levels, transport_of_tests());
  PressureSolver solver(MPI_COMM_WORLD, whole.grid, whole.coefficients, options);
  PressureSolver of_cells(MPI_COMM_WORLD, cells.grid, cells.coefficients, options);
  Coefficients field = whole.coefficients, cell = cells.coefficients;
  field.positions.alpha_h = known_near(solver.partition(), 1, whole.coefficients.positions.alpha_h);
  cell.cells.alpha_v = [&](int i, int j, int k) {
    const auto column = [&](int x, int y) { return cells.coefficients.cells.alpha_v(x, y, k); };
    return known_near(of_cells.partition(), 0, column)(i, j);
  };
  const auto expect_line = [&](const std::string& name, const std::function<void()>& work) {
    const std::string line = end_of(work);
    EXPECT_EQ(line.find("refused: " + name), 0U) << name << line;
    EXPECT_NE(line.find("; expected the whole domain's numbers, the same on all ranks"),
              std::string::npos)
        << line;
    EXPECT_EQ(world.first_text(line), line); // the same on all ranks
  };
  expect_line("column field alpha_h: (",
              [&] { PressureSolver(MPI_COMM_WORLD, whole.grid, field, options); });
  expect_line("column field alpha_h: (", [&] { solver.update(field); });
  expect_line("cell coefficient alpha_v: column (",
              [&] { PressureSolver(MPI_COMM_WORLD, cells.grid, cell, options); });
  expect_line("cell coefficient alpha_v: column (", [&] { of_cells.update(cell); });
  const Cells f = library_right_side(solver);
  EXPECT_TRUE(Cells(solution_of(solver, f)).values.size() > 0); // as it was
}

/// The last digit is not an error.
TEST(LibraryCallers, CoefficientsMayDifferByRounding) {
  GeneralProblem problem;
  const HorizontalField exact = problem.coefficients.positions.alpha_h;
  problem.coefficients.positions.alpha_h = [=](int i, int j) {
    return exact(i, j) * (1.0 + (is_last() ? 4e-16 : 0.0));
  };
  PressureSolver solver(MPI_COMM_WORLD, problem.grid, problem.coefficients,
                        {three_levels, transport_of_tests()});
  solution_of(solver, library_right_side(solver));
}

} // namespace
} // namespace isobar
