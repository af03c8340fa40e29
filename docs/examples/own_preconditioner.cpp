// A preconditioner of one's own, on Views where Kokkos computes: mpirun -n 2 ./own_preconditioner
#include <isobar/pressure_solver.hpp>

#include <cmath>
#include <cstdio>

namespace {

constexpr int nx = 48, ny = 40, nz = 16;
using Residual = isobar::DeviceCells<const double>;
using Correction = isobar::DeviceCells<double>;

/// z = r / volume: equations of thin and thick layers are made alike, and nothing is said about their neighbours.
void divide_by_volume(const Residual& r, const Correction& z) {
  using Cells = Kokkos::MDRangePolicy<Kokkos::Rank<3>>;
  const double layers = nz, column = nx * ny;
  Kokkos::parallel_for(
      "divide by volume", Cells({0, 0, 0}, {int(r.extent(0)), int(r.extent(1)), int(r.extent(2))}),
      KOKKOS_LAMBDA(int i, int j, int k) {
        const double thickness = (2 * k + 1) / (layers * layers); // graded layers
        z(i, j, k) = r(i, j, k) * column / thickness;
      });
}

int solve(const isobar::CallerOperators& own, const char* name) {
  isobar::PressureGrid grid{nx, ny, nz, isobar::Domain::flat};
  const isobar::Physics physics{1e-4, 0.01,
                                0.5}; // a deep box: its columns are no harder than its layers
  isobar::PressureSolver solver(MPI_COMM_WORLD, grid, physics,
                                {"[solver]\nmethod = \"bicgstab\"\ntolerance = 1e-8", {}, own});
  const isobar::Partition mine = solver.partition();
  const Kokkos::View<double***, Kokkos::LayoutLeft> f("f", mine.nx, mine.ny, nz),
      u("u", mine.nx, mine.ny, nz);
  Kokkos::deep_copy(f, 1.0);
  const isobar::SolveReport report = solver.solve({f, isobar::Order::xyz}, {u, isobar::Order::xyz});
  if (mine.first_i == 0 && mine.first_j == 0)
    std::printf("%s: %s after %d iterations\n", name, std::string(to_string(report.status)).c_str(),
                report.iterations);
  return report.converged() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  isobar::CallerOperators own;
  own.preconditioner = divide_by_volume;
  const int failed = solve(own, "own preconditioner") + solve({}, "line relaxation");
  Kokkos::finalize();
  MPI_Finalize();
  return failed;
}
