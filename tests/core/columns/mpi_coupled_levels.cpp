// Levels of the couplings of cells on many ranks, against one rank.
#include "support_strong.hpp"
#include "support_transport.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <isobar/comm/communicators/mpi_communicator.hpp>

#include <cmath>

namespace coupled_test {

using namespace isobar;

namespace {

constexpr int levels = 3;
const StrongCells cells{24, 48, 6, 4.0};

struct Solved {
  StrongSolve solve;
  Partition part;
};

Solved solve(const MpiComm& comm, ProcessGrid grid, const SolveControls& controls,
             const TransportPlan& transports, const StrongCells& c = cells) {
  const Decomposition d({c.nx, c.ny, levels, comm.size(), grid}, comm.rank());
  MpiCommunicators<double> communicators(comm, d, c.nz, transports);
  return {solve_strong(c, d.partition(), levels, LevelCoefficients::cells, communicators, controls),
          d.partition()};
}

/// Largest difference of this rank's part from the whole solution, over the largest value.
double difference(const Solved& mine, const Solved& whole) {
  const Field<double>&a = mine.solve.solution, &b = whole.solve.solution;
  const auto part = Kokkos::create_mirror_view_and_copy(HostSpace(), a.view());
  const auto all = Kokkos::create_mirror_view_and_copy(HostSpace(), b.view());
  double worst = 0.0, scale = 0.0;
  for (int j = 0; j < mine.part.ny; ++j)
    for (int k = 0; k < a.shape().nz; ++k)
      for (int i = 0; i < mine.part.nx; ++i) {
        const double right =
            all(b.shape().offset + mine.part.first_i + i, k, mine.part.first_j + j + 1);
        worst = std::max(worst, std::abs(part(a.shape().offset + i, k, j + 1) - right));
        scale = std::max(scale, std::abs(right));
      }
  return worst / scale;
}

std::vector<ProcessGrid> process_grids(int ranks) {
  std::vector<ProcessGrid> grids;
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) grids.push_back({px, ranks / px});
  return grids;
}

/// Every process grid of the ranks that there are, against one rank.
void compare(const StrongCells& c, const SolveControls& controls, double tolerance) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const TransportPlan transports = best_transport(world);
  const Solved whole = solve(self, {1, 1}, controls, transports, c);
  for (const ProcessGrid& grid : process_grids(world.size())) {
    const Solved mine = solve(world, grid, controls, transports, c);
    const std::string what = fmt::format("{} x {}", grid.px, grid.py);
    EXPECT_EQ(mine.solve.report.status, whole.solve.report.status) << what;
    EXPECT_EQ(mine.solve.report.iterations, whole.solve.report.iterations) << what;
    EXPECT_LE(difference(mine, whole), tolerance) << what;
  }
}

} // namespace

TEST(CoupledLevelsOnManyRanks, AgreeWithOneToRounding) { compare(cells, {1e-14, 6}, 1e-11); }

// With columns at the end of both axes that have no partner.
TEST(CoupledLevelsOnManyRanks, AgreeWithOneOnOddColumns) {
  const int ranks = MpiComm(MPI_COMM_WORLD).size();
  compare({4 * ranks + 3, 4 * ranks + 3, 3, 3.0}, {1e-14, 6}, 1e-11);
}

TEST(CoupledLevelsOnManyRanks, Converge) {
  const MpiComm world(MPI_COMM_WORLD);
  const Solved mine = solve(world, {1, world.size()}, {1e-5, 30}, best_transport(world));
  EXPECT_TRUE(mine.solve.report.converged());
}

} // namespace coupled_test
