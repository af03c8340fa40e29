// An equation of one's own: a lat-lon shell with a stratified atmosphere over mountains. mpirun -n 2 ./general_equation
#include <isobar/pressure_solver.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int nx = 64, ny = 32, nz = 16;
const double pi = std::acos(-1.0), dx = 2.0 * pi / nx, dy = pi / ny;
double latitude(double j) { return -0.5 * pi + j * dy; }

/// Columns between circles of latitude, pole to pole, on a sphere of radius 1: at the poles edges have no length.
std::shared_ptr<const isobar::ColumnGeometryFields> sphere() {
  const auto area = [](int, int j) {
    return dx * (std::sin(latitude(j + 1)) - std::sin(latitude(j)));
  };
  const auto circle = [](int, int j) { return j > 0 && j < ny ? dx * std::cos(latitude(j)) : 0.0; };
  return std::make_shared<const isobar::ColumnGeometryFields>(isobar::ColumnGeometryFields{
      area, [](int, int) { return dy; },
      [](int, int j) { return dx * std::cos(latitude(j + 0.5)); }, circle,
      [](int, int j) { return j > 0 && j < ny ? dy : 0.5 * dy; }});
}

int solve() {
  using isobar::Boundary;
  isobar::PressureGrid grid{nx, ny, nz};
  grid.columns = sphere();
  grid.boundaries = {Boundary::periodic, Boundary::periodic, Boundary::neumann, Boundary::neumann};
  isobar::Coefficients coefficients = isobar::Atmosphere{.time_step = 1200.0};
  for (int k = 0; k < nz; ++k) // stability, by layer
    coefficients.heights.alpha_v.push_back(1.0 / (1.0 + 0.5 * k / nz));
  // An array of the whole domain, on every rank.
  std::vector<double> mountains(std::size_t(nx) * ny);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      mountains[j * nx + i] = 1.0 + 0.5 * std::sin(4 * i * dx) * std::cos(latitude(j));
  coefficients.positions.alpha_h = isobar::field_of_array(mountains.data(), 1, nx);

  isobar::PressureSolver solver(MPI_COMM_WORLD, grid, coefficients,
                                "[solver]\nmethod = \"cg-multigrid\"");
  const isobar::Partition mine = solver.partition();
  const Kokkos::View<double***> f("f", mine.ny, mine.nx, nz), u("u", mine.ny, mine.nx, nz);
  Kokkos::deep_copy(Kokkos::subview(f, Kokkos::ALL, Kokkos::ALL, nz / 2), 1.0); // a heated layer
  const isobar::SolveReport report = solver.solve(f, u);
  if (mine.first_i == 0 && mine.first_j == 0)
    std::printf("%s\n%s after %d cycles\n", solver.levels().c_str(),
                std::string(to_string(report.status)).c_str(), report.iterations);
  return report.converged() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  const int failed = solve();
  Kokkos::finalize();
  return MPI_Finalize() + failed;
}
