// Vertical modes of the sphere on several ranks against one: all modes change ranks, in any cut of the panels.
#include "support_sphere.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_transposition.hpp>
#include <isobar/core/modes/mode_solver.hpp>

#include <gtest/gtest.h>

namespace sphere_modes_on_ranks {

using namespace isobar;

namespace {

constexpr int n = 24, nz = 14;
constexpr Physics physics{0.02, 0.05, 0.1};

Decomposition decomposition(const MpiComm& comm, ProcessGrid cut) {
  return Decomposition(
      {.nx = n, .ny = n, .levels = 1, .ranks = comm.size(), .process_grid = cut, .sphere = true},
      comm.rank());
}
/// Cuts of the panels for the ranks that there are.
std::vector<ProcessGrid> cuts(const MpiComm& comm) {
  std::vector<ProcessGrid> all;
  const int patches = patches_of_panel(comm.size());
  for (int x = 1; x <= patches; ++x)
    if (patches % x == 0 && max_levels_on_sphere(n, {x, patches / x}) >= 1)
      all.push_back({x, patches / x});
  return all;
}

struct Solved {
  SolveReport report;
  oracle::Array u; ///< of this rank's patches
};

template <class M>
Solved solve(const GridSpec& spec, const MpiComm& comm, const TransportPlan& transports,
             ProcessGrid cut, double tolerance) {
  using Modes = ModeSolver<Double, M>;
  using Planes = RankTransposition<typename M::storage>;
  const Decomposition d = decomposition(comm, cut);
  const Partition part = d.partition();
  MpiCommunicators<double> communicators(comm, d, LayerCounts{nz, 1}, transports);
  const GridSetup setup{spec, part, {}};
  std::unique_ptr<Planes> planes;
  if (comm.size() > 1)
    planes = std::make_unique<Planes>(
        comm, d, Modes::layers(setup, tolerance, d.least_columns_of_ranks()), transports);
  Modes solver(setup, Modes::options_for(tolerance), communicators.on(0), planes.get());
  const oracle::Array f = random_on_sphere(n, nz, 3);
  const SolveReport report =
      solver.solve(sphere_field<double>(f, part, SphereHalo::zero), {tolerance, 10});
  return {report, sphere_cells(solver.solution(), part)};
}

template <class M> void compare(const TransportPlan& transports, double tolerance) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  for (const GridSpec& spec : {sphere_spec(nz, physics), sphere_spec_with_fields(n, nz, physics)}) {
    const Solved one = solve<M>(spec, self, best_transport(self), {1, 1}, 1e-9);
    EXPECT_TRUE(one.report.converged()) << outcome_line(one.report);
    for (const ProcessGrid cut : cuts(world)) {
      const Solved many = solve<M>(spec, world, transports, cut, 1e-9);
      EXPECT_EQ(many.report.iterations, one.report.iterations);
      const oracle::Array own = of_patches(one.u, decomposition(world, cut).partition());
      EXPECT_LE(oracle::norm(oracle::sum(many.u, -1.0, own)), tolerance * oracle::norm(one.u))
          << cut.px << " x " << cut.py;
    }
  }
}

TEST(SphereModesOnRanks, HaveTheSolutionOfOneRankByAllTransports) {
  for (const TransportPlan& plan : all_transports(MpiComm(MPI_COMM_WORLD)))
    compare<Double>(plan, 1e-12);
}
TEST(SphereModesOnRanks, InFloatHaveTheSolutionOfOneRank) {
  compare<Float>(best_transport(MpiComm(MPI_COMM_WORLD)), 1e-9);
}

} // namespace
} // namespace sphere_modes_on_ranks
