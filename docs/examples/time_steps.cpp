// A loop over time steps: other coefficients, and the last pressure as a guess. One rank, without MPI.
#include <isobar/pressure_solver.hpp>

#include <cmath>
#include <cstdio>

namespace {

constexpr int nx = 48, ny = 40, nz = 24;

/// A smooth source that moves on from step to step.
void write_source(const Kokkos::View<double***, Kokkos::HostSpace>& f, int step) {
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k)
        f(i, j, k) = std::sin(0.1 * (i + 0.2 * step)) * std::cos(0.08 * j) * (k + 1.0) / nz;
}

int run() {
  isobar::Atmosphere atmosphere;
  atmosphere.time_step = 1200.0;
  isobar::PressureSolver solver({nx, ny, nz}, atmosphere, R"(
    [solver]
    precision = "mixed"
    tolerance = 1e-8
    [mixed]
    cycles = [1])");

  // A model's own arrays, u(x, y, z) here: any order, any layout.
  const Kokkos::View<double***, Kokkos::HostSpace> f("f", nx, ny, nz), u("u", nx, ny, nz);
  int failed = 0;
  for (int step = 0; step < 5; ++step) {
    atmosphere.time_step = 1200.0 + 10.0 * step;
    solver.update(atmosphere);
    write_source(f, step);
    const isobar::SolveReport report =
        solver.solve_from({f, isobar::Order::xyz}, {u, isobar::Order::xyz});
    std::printf("step %d: guess %.1e, %d corrections, residual %.1e\n", step,
                report.residual_norms[1] / report.residual_norms[0], report.iterations,
                report.relative_residual());
    failed += !report.converged();
  }
  return failed;
}

} // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  return run();
}
