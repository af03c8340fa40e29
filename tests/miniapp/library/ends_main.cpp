// Solvers that are still there when MPI and Kokkos end, in the order that the argument says
// ("mpi-first", "kokkos-first"). They end there, and later calls are refused in one line. Their
// destruction at the end of the program is harmless.
#include <isobar/pressure_solver.hpp>

#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

namespace {

using isobar::PressureSolver;

const isobar::PressureGrid grid{16, 16, 8};

/// Static objects are destroyed after MPI and Kokkos have ended.
std::optional<PressureSolver> static_solver; // NOLINT(cert-err58-cpp)
int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

std::vector<double> cells_of(const PressureSolver& solver) {
  return std::vector<double>(std::size_t(solver.partition().nx) * solver.partition().ny * grid.nz,
                             1.0);
}

isobar::SolveReport solved(PressureSolver& solver, std::vector<double>& u) {
  const isobar::CellsOut cells(u.data(), solver.partition().nx, solver.partition().ny, grid.nz);
  return solver.solve(cells, cells);
}

bool is_refused(PressureSolver& solver) {
  std::vector<double> u = cells_of(solver); // a question
  try {
    (void)solved(solver, u);
  } catch (const std::logic_error& e) {
    return std::strstr(e.what(), "this solver has ended") == e.what();
  }
  return false;
}

bool converges(PressureSolver& solver) {
  std::vector<double> u = cells_of(solver);
  return solved(solver, u).converged();
}

} // namespace

int main(int argc, char** argv) {
  const bool mpi_first = argc > 1 && std::strcmp(argv[1], "mpi-first") == 0;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  Kokkos::initialize();
  const isobar::Atmosphere atmosphere;
  PressureSolver solver(MPI_COMM_WORLD, grid, atmosphere);
  PressureSolver alone(grid, atmosphere, "[solver]\nmethod = \"cg-fused\"\n");
  static_solver.emplace(MPI_COMM_WORLD, grid, atmosphere, "[solver]\nprecision = \"mixed\"\n");
  PressureSolver moved = std::move(*static_solver);
  static_solver.emplace(MPI_COMM_SELF, grid, atmosphere);
  for (PressureSolver* const s : {&solver, &alone, &moved, &*static_solver})
    expect(converges(*s), "a solve");
  if (mpi_first) {
    MPI_Finalize();
    expect(is_refused(solver) && is_refused(moved), "to refuse calls after MPI_Finalize");
    expect(converges(alone), "a solver without MPI after MPI_Finalize");
    try {
      PressureSolver(MPI_COMM_WORLD, grid, atmosphere);
      expect(false, "to refuse a solver after MPI_Finalize");
    } catch (const std::invalid_argument& e) {
      expect(std::strcmp(e.what(), "MPI has ended; expected a solver before MPI_Finalize") == 0,
             e.what());
    }
  }
  Kokkos::finalize();
  for (PressureSolver* const s : {&solver, &alone, &moved, &*static_solver})
    expect(is_refused(*s), "to refuse calls after Kokkos::finalize");
  try {
    PressureSolver(grid, atmosphere);
    expect(false, "to refuse a solver after Kokkos::finalize");
  } catch (const std::invalid_argument& e) {
    expect(std::strcmp(e.what(), "Kokkos is not initialised; expected Kokkos::initialize before") ==
               0,
           e.what());
  }
  if (!mpi_first) MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
