// Columns as a model has them: two strips of rows a rank, with numbers of its own columns alone. It prints the cost of moving them
// to the solver's columns: mpirun -n 2 ./own_blocks [NX NY NZ REPEATS]
#include <isobar/pressure_solver.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Cells = Kokkos::View<double***, Kokkos::LayoutRight>; // u(j, i, k), where Kokkos computes

/// Strips n and 2 ranks - 1 - n of as many rows, as models share work that differs from pole to equator.
std::vector<isobar::ColumnBlock> strips(const isobar::PressureGrid& grid, int rank, int ranks) {
  std::vector<isobar::ColumnBlock> blocks;
  for (const int strip : {rank, 2 * ranks - 1 - rank}) {
    const int first = grid.ny * strip / (2 * ranks), end = grid.ny * (strip + 1) / (2 * ranks);
    blocks.push_back({0, first, grid.nx, end - first});
  }
  return blocks;
}

/// The time of a solve on all ranks, the middle one of some.
double middle_time(isobar::PressureSolver& solver, const std::vector<isobar::ColumnBlock>& blocks,
                   int nz, int repeats) {
  std::vector<Cells> memory; // of f and of u
  std::vector<isobar::CellsIn> f;
  std::vector<isobar::CellsOut> u;
  for (const isobar::ColumnBlock& b : blocks) {
    memory.emplace_back("f", b.ny, b.nx, nz);
    Kokkos::deep_copy(memory.back(), 1.0);
    f.emplace_back(memory.back());
    memory.emplace_back("u", b.ny, b.nx, nz);
    u.emplace_back(memory.back());
  }
  std::vector<double> times;
  for (int n = 0; n <= repeats; ++n) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    if (!solver.solve(f, u).converged()) return -1.0;
    double time = MPI_Wtime() - start;
    MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (n > 0) times.push_back(time); // the first one warms up
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int compare(const isobar::PressureGrid& grid, int repeats) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  isobar::SolverOptions options("[solver]\nprecision = \"mixed\"\ntolerance = 1e-5");
  isobar::Coefficients coefficients = isobar::Atmosphere{.time_step = 600.0};
  isobar::PressureSolver plain(MPI_COMM_WORLD, grid, coefficients, options);
  const double without = middle_time(plain, plain.blocks(), grid.nz, repeats);

  options.blocks = strips(grid, rank, ranks);
  isobar::PressureSolver solver(MPI_COMM_WORLD, grid, coefficients, options);
  const double with = middle_time(solver, *options.blocks, grid.nz, repeats);
  const isobar::Redistributed moved = solver.redistributed();
  double seconds = moved.seconds;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf(
        "solves: %.3f ms on the solver's columns, %.3f ms on blocks; %lld of %d columns moved in "
        "%.3f ms; halos %s\n",
        1e3 * without, 1e3 * with, static_cast<long long>(moved.columns), grid.nx * grid.ny / ranks,
        1e3 * seconds, solver.transport().c_str());
  return without > 0.0 && with > 0.0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  const auto number = [&](int n, int otherwise) {
    return argc > n ? std::atoi(argv[n]) : otherwise;
  };
  const int failed = compare({number(1, 64), number(2, 64), number(3, 16)}, number(4, 3));
  Kokkos::finalize();
  return MPI_Finalize() + failed;
}
