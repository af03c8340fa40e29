// The general operator, BiCGStab, GCR and GMRES around it and the product nearest to a field on all ranks, against
// one rank.
#include "support_transport.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/columns/bicgstab.hpp>
#include <isobar/core/columns/gcr.hpp>
#include <isobar/core/columns/general_setup.hpp>
#include <isobar/core/columns/gmres.hpp>
#include <isobar/core/columns/kernels/general_operator.hpp>
#include <isobar/core/columns/multigrid.hpp>

#include <array>
#include <cmath>
#include <cstring>

namespace bicgstab_test {

using namespace isobar;

namespace {

constexpr int nx = 24, ny = 48, nz = 6, levels = 3;
const GridSpec spec{Domain::panel, LayerSpacing::graded, {0.01, 0.05, 0.1}, nz};

Convection convection() {
  Convection xi;
  for (int k = 0; k < nz; ++k) xi.x.profile.push_back(3.0 + std::sin(1.0 + k));
  xi.x.field = [](int i, int j) { return 1.0 + 0.5 * std::sin(0.3 * i + 0.2 * j); };
  xi.y.field = [](int i, int j) { return 2.0 * std::cos(0.1 * i - 0.3 * j); };
  xi.z.field = [](int i, int) { return 0.1 * std::sin(i); };
  return xi;
}
/// Coefficients and right-hand side of a cell of the whole domain.
double number(int i, int k, int j, int kind) {
  return 1.5 + std::sin(0.2 * i * (kind + 1) + 0.7 * k) * std::cos(0.15 * j - kind);
}

/// A field with numbers in a rank's owned cells.
Field<double> field(const Partition& p, int kind) {
  const Field<double> x("test", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(x.view());
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i)
        host(x.shape().offset + i, k, j + 1) = number(p.first_i + i, k, p.first_j + j, kind);
  Kokkos::deep_copy(x.view(), host);
  return x;
}

struct Solved {
  SolveReport report;
  Partition part;
  Field<double> solution;
};

enum class Inside { columns, v_cycle };
enum class Outside { bicgstab, gcr, gmres };
const SolveControls to_the_end{1e-10, 200};

/// With coefficients that are a number a cell, and convection.
Solved solve(const MpiComm& comm, ProcessGrid grid, const TransportPlan& transports, Inside inside,
             const SolveControls& controls = to_the_end, Outside outside = Outside::bicgstab) {
  const Decomposition d({nx, ny, levels, comm.size(), grid}, comm.rank());
  MpiCommunicators<double> communicators(comm, d, nz, transports);
  const Partition p = d.partition();
  const GridSetup setup{spec, p, {}};
  const CoefficientFields<Double> coefficients{field(p, 0), field(p, 1), field(p, 2)};
  const GridOf<Double> grid_of_columns = make_grid<Double>(setup);
  complete<Double>(coefficients, communicators.on(0), grid_of_columns);
  MultigridOptions options;
  options.levels = levels;
  const Preconditioner<Double> precondition =
      inside == Inside::columns
          ? Preconditioner<Double>(std::make_shared<ColumnPreconditioner<Double>>(grid_of_columns))
          : Preconditioner<Double>(
                std::make_shared<Multigrid<Double>>(setup, options, communicators));
  const LinearOperator<Double> a =
      std::make_shared<GeneralOperator<Double>>(setup, coefficients, convection());
  std::unique_ptr<Solver<Double>> solver;
  Communicator<double>& ranks = communicators.on(0);
  if (outside == Outside::bicgstab)
    solver = std::make_unique<Bicgstab<Double>>(grid_of_columns, ranks, precondition, a);
  else if (outside == Outside::gcr)
    solver = std::make_unique<Gcr<Double>>(grid_of_columns, ranks, precondition, 8, a);
  else solver = std::make_unique<Gmres<Double>>(grid_of_columns, ranks, precondition, 8, a);
  SolveReport report = solver->solve(field(p, 3), controls);
  return {std::move(report), p, solver->solution()};
}

/// Largest difference of this rank's part from the whole solution, over the largest value.
double difference(const Solved& mine, const Solved& whole) {
  const auto part = Kokkos::create_mirror_view_and_copy(HostSpace(), mine.solution.view());
  const auto all = Kokkos::create_mirror_view_and_copy(HostSpace(), whole.solution.view());
  double worst = 0.0, scale = 0.0;
  for (int j = 0; j < mine.part.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < mine.part.nx; ++i) {
        const double right = all(whole.solution.shape().offset + mine.part.first_i + i, k,
                                 mine.part.first_j + j + 1);
        const double found = part(mine.solution.shape().offset + i, k, j + 1);
        worst = std::max(worst, std::abs(found - right));
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
void compare(Inside inside, const SolveControls& controls, double tolerance,
             Outside outside = Outside::bicgstab) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const TransportPlan transports = best_transport(world);
  const Solved whole = solve(self, {1, 1}, transports, inside, controls, outside);
  for (const ProcessGrid& grid : process_grids(world.size())) {
    const Solved mine = solve(world, grid, transports, inside, controls, outside);
    const std::string what = fmt::format("{} x {}", grid.px, grid.py);
    EXPECT_EQ(mine.report.status, whole.report.status) << what;
    EXPECT_LE(difference(mine, whole), tolerance) << what;
  }
}

} // namespace

// This holds as long as rounding has not taken over. Sums in another order change alpha, beta and
// omega in their last digits, and BiCGStab makes more of that than CG.
TEST(BicgstabOnManyRanks, AgreesWithOneToRounding) {
  compare(Inside::columns, {1e-14, 6}, 1e-11);
  compare(Inside::v_cycle, {1e-14, 4}, 1e-11);
}
TEST(BicgstabOnManyRanks, AgreesWithOneToTheTolerance) {
  compare(Inside::columns, to_the_end, 1e-8);
  compare(Inside::v_cycle, to_the_end, 1e-8);
}

// Across restarts too.
TEST(LeastResidualsOnManyRanks, AgreeWithOne) {
  for (const Outside outside : {Outside::gcr, Outside::gmres}) {
    compare(Inside::columns, {1e-14, 20}, 1e-10, outside);
    compare(Inside::columns, to_the_end, 1e-8, outside);
    compare(Inside::v_cycle, to_the_end, 1e-8, outside);
  }
}

TEST(BicgstabOnManyRanks, AgreesWithOneThroughAllTransports) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Solved whole = solve(self, {1, 1}, best_transport(self), Inside::v_cycle);
  for (const TransportPlan& transports : all_transports(world)) {
    const Solved mine = solve(world, {1, world.size()}, transports, Inside::v_cycle);
    EXPECT_TRUE(mine.report.converged());
    EXPECT_LE(difference(mine, whole), 1e-8);
  }
}

// All ranks take the same steps: their norms are equal to the last bit.
TEST(BicgstabOnManyRanks, NormsAreTheSameOnAllRanks) {
  const MpiComm world(MPI_COMM_WORLD);
  const Solved mine = solve(world, {1, world.size()}, best_transport(world), Inside::columns);
  for (const double norm : mine.report.residual_norms) {
    double least = norm, most = norm;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(least, most);
  }
}

TEST(RankOneOnManyRanks, IsThatOfOne) {
  const MpiComm world(MPI_COMM_WORLD);
  const Decomposition d({nx, ny, levels, world.size(), {}}, world.rank());
  MpiCommunicators<double> communicators(world, d, nz, best_transport(world));
  const auto of = [](const Partition& p, const RankReductions& ranks) {
    WeightedCells cells{p.nx, p.ny, {}, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}};
    for (int n = 0; n < p.nx * p.ny; ++n)
      cells.area.push_back(1.0 + 0.01 * (p.first_i + n % p.nx) + 0.02 * (p.first_j + n / p.nx));
    return rank_one([&](int i, int j, int k) { return number(p.first_i + i, k, p.first_j + j, 0); },
                    cells, ranks);
  };
  const Partition p = d.partition();
  const RankOne mine = of(p, reductions_over(communicators.on(0)));
  const RankOne whole = of(Partition::whole(nx, ny), {});
  for (int k = 0; k < nz; ++k) EXPECT_NEAR(mine.profile[k], whole.profile[k], 1e-13);
  for (int n = 0; n < p.nx * p.ny; ++n)
    EXPECT_NEAR(mine.column[n], whole.column[(p.first_j + n / p.nx) * nx + p.first_i + n % p.nx],
                1e-13);
  EXPECT_NEAR(mine.largest_factor, whole.largest_factor, 1e-12);
  EXPECT_NEAR(mine.rms_factor, whole.rms_factor, 1e-12);
}

// A number that one rank alone cannot take the logarithm of is an error on all of them, with the
// same line.
TEST(RankOneOnManyRanks, RefusesOnAllRanksWhatOneHas) {
  const MpiComm world(MPI_COMM_WORLD);
  const Decomposition d({nx, ny, levels, world.size(), {}}, world.rank());
  MpiCommunicators<double> communicators(world, d, nz, best_transport(world));
  const Partition p = d.partition();
  const WeightedCells cells{p.nx, p.ny, std::vector<double>(std::size_t(p.nx) * p.ny, 1.0), {1.0}};
  const bool last = world.rank() + 1 == world.size();
  std::string line;
  try {
    rank_one([&](int i, int j, int) { return last && i + j == 0 ? -1.0 : 1.0; }, cells,
             reductions_over(communicators.on(0)));
  } catch (const std::invalid_argument& e) {
    line = e.what();
  }
  EXPECT_EQ(line, "a coefficient of which 1 numbers are not finite and greater than 0, as all have "
                  "to be");
}

} // namespace bicgstab_test
