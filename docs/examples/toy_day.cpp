// A day of 72 time steps whose stratification changes by the hour: mpirun -n 2 ./toy_day > day.txt; python3 plot_toy_day.py day.txt day.png
#include <isobar/pressure_solver.hpp>

#include <cmath>
#include <cstdio>

namespace {
constexpr int nx = 64, ny = 64, nz = 24, steps = 72;
const double pi = std::acos(-1.0);
using Cells = Kokkos::View<double***, Kokkos::LayoutRight, Kokkos::HostSpace>; // u(j, i, k)

/// The lower third of the atmosphere is mixed by day and stable by night: alpha_v = 1 / (1 + (N dt/2)^2) over that of noon.
isobar::Coefficients coefficients_at(int step) {
  isobar::Coefficients coefficients = isobar::Atmosphere{.time_step = 1200.0};
  const double night = 0.5 + 0.5 * std::cos(2.0 * pi * step / steps);
  for (int k = 0; k < nz; ++k)
    coefficients.heights.alpha_v.push_back(1.0 / (1.0 + 2.0 * night * std::exp(-3.0 * k / nz)));
  return coefficients;
}

/// A heat source that goes west with the sun.
void write_source(const isobar::Partition& mine, int step, const Cells& f) {
  for (int j = 0; j < mine.ny; ++j)
    for (int i = 0; i < mine.nx; ++i)
      for (int k = 0; k < nz; ++k)
        f(j, i, k) = std::cos(2.0 * pi * (double(mine.first_i + i) / nx + double(step) / steps)) *
                     std::sin(pi * (mine.first_j + j + 0.5) / ny) * std::exp(-2.0 * k / nz);
}

int run_day() {
  isobar::PressureSolver solver(MPI_COMM_WORLD, {nx, ny, nz}, coefficients_at(0),
                                "[solver]\nmethod = \"multigrid\"\ntolerance = 1e-6");
  const isobar::Partition mine = solver.partition();
  const bool prints = mine.first_i == 0 && mine.first_j == 0;
  const Cells f("f", mine.ny, mine.nx, nz), u("u", mine.ny, mine.nx, nz);
  if (prints) std::printf("# step iterations update_ms solve_ms\n");
  int failed = 0;
  for (int step = 0; step < steps; ++step) {
    write_source(mine, step, f);
    const double start = MPI_Wtime();
    solver.update(coefficients_at(step));
    const double updated = MPI_Wtime();
    const auto report = solver.solve_from(f, u);
    if (prints)
      std::printf("%4d %4d %8.2f %8.2f\n", step, report.iterations, 1e3 * (updated - start),
                  1e3 * (MPI_Wtime() - updated));
    failed += !report.converged();
  }
  return failed;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  const int failed = run_day();
  Kokkos::finalize();
  return MPI_Finalize() + failed;
}
