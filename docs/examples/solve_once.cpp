// The pressure correction of one time step on all ranks: mpirun -n 4 ./solve_once
#include <isobar/pressure_solver.hpp>

#include <cstdio>
#include <exception>
#include <vector>

namespace {

/// 1 in the middle of the domain, 0 elsewhere: a[j][i][k], as C and NumPy order it.
std::vector<double> right_side(const isobar::Partition& mine, int nz) {
  std::vector<double> f;
  for (int j = mine.first_j; j < mine.first_j + mine.ny; ++j)
    for (int i = mine.first_i; i < mine.first_i + mine.nx; ++i)
      for (int k = 0; k < nz; ++k)
        f.push_back(8 * i >= 3 * mine.global_nx && 8 * i < 5 * mine.global_nx &&
                    8 * j >= 3 * mine.global_ny && 8 * j < 5 * mine.global_ny);
  return f;
}

int solve() {
  isobar::Atmosphere atmosphere; // the papers' sound speed, buoyancy frequency, radius and depth
  atmosphere.time_step = 2400.0;
  isobar::PressureSolver solver(MPI_COMM_WORLD, {64, 64, 32}, atmosphere, R"(
    [solver]
    method = "multigrid"
    tolerance = 1e-8)");

  const isobar::Partition& mine = solver.partition();
  std::vector<double> f = right_side(mine, 32), u(f.size());
  const isobar::SolveReport report = solver.solve(isobar::CellsIn(f.data(), mine.nx, mine.ny, 32),
                                                  isobar::CellsOut(u.data(), mine.nx, mine.ny, 32));
  if (mine.first_i == 0 && mine.first_j == 0)
    std::printf("%s; %s after %d cycles, relative residual %.1e\n", solver.levels().c_str(),
                std::string(to_string(report.status)).c_str(), report.iterations,
                report.relative_residual());
  return report.converged() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  int code = 2;
  try {
    code = solve(); // solvers are gone before Kokkos and MPI are
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  Kokkos::finalize();
  MPI_Finalize();
  return code;
}
