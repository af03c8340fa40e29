// Solves the problem of same.c of languages, with the class of C++.
#include <isobar/host_solver.hpp>
#include <isobar/runtime.hpp>

#ifdef KOKKOS_MACROS_HPP
#error "isobar/host_solver.hpp includes Kokkos"
#endif

#include <fstream>
#include <string>

namespace {

constexpr int nx = 24, ny = 32, nz = 12;

bool solve(const std::string& name) {
  isobar::PressureGrid grid{nx, ny, nz, isobar::Domain::panel, isobar::LayerSpacing::uniform};
  grid.boundaries.north = isobar::Boundary::neumann;
  for (int k = 0; k <= nz; ++k) grid.interfaces.push_back(0.0009765625 * k * (1.0 + 0.0625 * k));
  grid.columns = std::make_shared<const isobar::ColumnGeometryFields>(isobar::ColumnGeometryFields{
      [](int, int j) { return j < 8 ? 0.001953125 : 0.0009765625; },
      [](int, int j) { return j < 8 ? 0.0625 : 0.03125; },
      [](int i, int) { return i == 0 || i == nx ? 0.015625 : 0.03125; },
      [](int, int) { return 0.03125; },
      [](int, int j) { return j == 0 || j == ny ? 0.015625 : 0.03125; }});
  isobar::Coefficients c = isobar::Atmosphere{.time_step = 2400.0};
  c.positions.alpha_h = [](int i, int j) { return 1.0 + 0.125 * ((3 * i + j) % 5); };
  c.positions.beta = [](int i, int j) { return 1.0 + 0.0625 * ((i + 5 * j) % 7); };
  c.cells.alpha_v = [](int i, int j, int k) { return 1.0 + 0.0625 * ((i + 2 * j + 3 * k) % 4); };
  for (int k = 0; k < nz; ++k) {
    c.heights.alpha_v.push_back(1.0 / (1.0 + 0.0625 * k));
    c.convection.x.profile.push_back(0.5 * k);
  }
  isobar::PressureSolver solver(MPI_COMM_WORLD, grid, c,
                                "solver.method = \"bicgstab-multigrid\"\nsolver.tolerance = 1e-9");
  const isobar::Partition mine = solver.partition();
  std::vector<double> f;
  for (int j = mine.first_j; j < mine.first_j + mine.ny; ++j)
    for (int i = mine.first_i; i < mine.first_i + mine.nx; ++i)
      for (int k = 0; k < nz; ++k) f.push_back((7 * i + 5 * j + 3 * k) % 11 - 5);
  std::vector<double> u(f.size());
  const isobar::SolveReport report = solver.solve(isobar::CellsIn(f.data(), mine.nx, mine.ny, nz),
                                                  isobar::CellsOut(u.data(), mine.nx, mine.ny, nz));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::ofstream(name + "." + std::to_string(rank), std::ios::binary)
      .write(reinterpret_cast<const char*>(u.data()), std::streamsize(u.size() * sizeof(double)));
  return report.converged();
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  isobar::initialise();
  const bool converged = argc > 1 && solve(argv[1]);
  isobar::finalise();
  MPI_Finalize();
  return converged ? 0 : 1;
}
