// Views where Kokkos computes, and a split communicator: even and odd ranks solve a problem each, at the same time.
// mpirun -n 4 ./split_communicator
#include <isobar/pressure_solver.hpp>

#include <cstdio>

namespace {

int solve(MPI_Comm comm) {
  const int nz = 16;
  isobar::Atmosphere atmosphere;
  atmosphere.time_step = 2400.0;
  isobar::PressureSolver solver(comm, {32, 32, nz}, atmosphere, "[solver]\ntolerance = 1e-6");

  // Memory of the device (x, layer, y), which nothing has to copy to the host.
  const isobar::Partition mine = solver.partition();
  const Kokkos::View<double***, Kokkos::LayoutLeft> f("f", mine.nx, nz, mine.ny),
      u("u", mine.nx, nz, mine.ny);
  Kokkos::deep_copy(f, 1.0);
  const isobar::SolveReport report = solver.solve({f, isobar::Order::xzy}, {u, isobar::Order::xzy});

  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank == 0)
    std::printf("%d ranks: %d cycles; halos %s\n", ranks, report.iterations,
                solver.transport().c_str());
  return report.converged() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Kokkos::initialize(argc, argv);
  int rank = 0, failed = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  failed = solve(half); // both halves at once, and nothing between them
  MPI_Comm_free(&half); // the solver had a duplicate of its own
  Kokkos::finalize();
  MPI_Finalize();
  return failed;
}
