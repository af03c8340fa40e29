// Vertical modes on several ranks: modes change ranks, and the solution is that of one rank.
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/comm/communicators/rank_transposition.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/modes/mode_solver.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace isobar;

namespace {

GridSpec spec_of(Domain domain, int nz, Periodic periodic = {}) {
  Atmosphere a;
  a.time_step = time_step_of_cfl(6.0, Domain::panel, 24, 24, a);
  GridSpec spec{domain, LayerSpacing::graded, non_dimensional(a), nz};
  if (periodic.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (periodic.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  return spec;
}

/// With functions of the position for all three coefficients. It separates, as profiles of beta and alpha_h are the same.
GridSpec spec_with_fields(int nz) {
  GridSpec spec = spec_of(Domain::panel, nz);
  ColumnFields fields;
  fields.alpha_h = [](int i, int j) { return 1.0 + 0.5 * std::sin(0.7 * i + 0.2 * j); };
  fields.alpha_v = [](int i, int j) { return 1.5 + std::cos(0.3 * i - 0.4 * j); };
  fields.beta = [](int i, int j) { return 2.0 + std::sin(1.1 * i * j); };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  return spec;
}

GridSpec with_vertex_flux(GridSpec spec) {
  spec.flux = Flux::vertex;
  return spec;
}

/// A number of a cell that is its own, and of both signs.
double number(const Partition& p, int i, int k, int j) {
  return std::sin(2.1 * (p.first_i + i) + 0.7 * k) +
         0.3 * std::cos(1.7 * (p.first_j + j) * (k + 1));
}
Field<double> right_side(const Partition& p, int nz) {
  const Field<double> f("f", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k)
      for (int i = 0; i < p.nx; ++i) host(f.shape().place(i, k, j)) = number(p, i, k, j);
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

struct ModesSolved {
  SolveReport report;
  Partition part;
  Field<double> u;
  bool has_modes_of_columns; ///< that did not change ranks
};

/// How modes are distributed: only low ones change ranks if possible, or all do.
enum class Distributed { low_modes, all_modes };

template <class M>
ModesSolved solve(const GridSpec& spec, int nx, int ny, const MpiComm& comm, double tolerance,
                  Distributed distributed = Distributed::low_modes) {
  const Decomposition d({nx, ny, 1, comm.size(), {}, spec.boundaries.periodic()}, comm.rank());
  const TransportPlan transports = best_transport(comm);
  MpiCommunicators<double> communicators(comm, d, LayerCounts{spec.nz, 1}, transports);
  std::unique_ptr<RankTransposition<typename M::storage>> planes;
  const Partition part = d.partition();
  const GridSetup setup{spec, part, {}};
  using Solver = ModeSolver<Double, M>;
  if (comm.size() > 1)
    planes = std::make_unique<RankTransposition<typename M::storage>>(
        comm, d,
        distributed == Distributed::low_modes
            ? Solver::layers(setup, tolerance, d.least_columns_of_ranks())
            : spec.nz,
        transports);
  Solver solver(setup, Solver::options_for(tolerance), communicators.on(0), planes.get());
  SolveReport report = solver.solve(right_side(part, spec.nz), {tolerance, 10});
  return {std::move(report), part, solver.solution(),
          planes && planes->transposed().count < spec.nz};
}

/// Largest difference of the ranks' solution and the same part of one rank's.
double difference(const ModesSolved& ranks, const ModesSolved& one) {
  const auto a = Kokkos::create_mirror_view_and_copy(HostSpace(), ranks.u.flat()),
             b = Kokkos::create_mirror_view_and_copy(HostSpace(), one.u.flat());
  const Partition& p = ranks.part;
  double worst = 0.0, size = 0.0;
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < ranks.u.shape().nz; ++k)
      for (int i = 0; i < p.nx; ++i) {
        const double x = b(one.u.shape().place(p.first_i + i, k, p.first_j + j));
        worst = std::max(worst, std::abs(a(ranks.u.shape().place(i, k, j)) - x));
        size = std::max(size, std::abs(x));
      }
  return worst / size;
}

template <class M> class ModesOnRanks : public testing::Test {};
using ModePrecisions = testing::Types<Double, Float>;
TYPED_TEST_SUITE(ModesOnRanks, ModePrecisions);

TYPED_TEST(ModesOnRanks, HaveTheSolutionAndTheCountsOfOneRank) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  constexpr bool single = std::is_same_v<typename TypeParam::storage, float>;
  const struct {
    GridSpec spec;
    int nx, ny;
  } cases[] = {{spec_of(Domain::panel, 12), 24, 24},
               {spec_of(Domain::panel, 3), 32, 24}, // fewer modes than some runs have ranks
               {spec_of(Domain::panel, 20), 48, 60},
               {spec_of(Domain::flat, 9, {true, true}), 48, 64},
               {spec_of(Domain::flat, 7, {false, true}), 40, 24},
               {spec_with_fields(10), 24, 28},
               {with_vertex_flux(spec_of(Domain::panel, 12)), 24, 24},
               {with_vertex_flux(spec_of(Domain::equiangular_panel, 7)), 32, 20},
               {with_vertex_flux(spec_with_fields(10)), 24, 28}};
  int of_columns = 0;
  for (const auto& c : cases)
    for (const double tolerance : {1e-5, 1e-9}) {
      const ModesSolved one = solve<TypeParam>(c.spec, c.nx, c.ny, self, tolerance);
      for (const Distributed distributed : {Distributed::low_modes, Distributed::all_modes}) {
        const ModesSolved ranks =
            solve<TypeParam>(c.spec, c.nx, c.ny, world, tolerance, distributed);
        EXPECT_TRUE(ranks.report.converged()) << outcome_line(ranks.report);
        EXPECT_EQ(ranks.report.iterations, one.report.iterations);
        EXPECT_LE(difference(ranks, one), single ? 1e-6 : 1e-12);
        of_columns += ranks.has_modes_of_columns ? 1 : 0;
      }
    }
  if (world.size() > 1 && world.size() <= 6) {
    EXPECT_GE(of_columns, 3);
  }
}

/// Steps in an update may need more columns than a rank has beside its own ones. Then they leave more, and the true residual decides.
TYPED_TEST(ModesOnRanks, ConvergeAfterAnUpdateThatAsksForMoreSteps) {
  const MpiComm world{MPI_COMM_WORLD};
  GridSpec spec = spec_of(Domain::panel, 12);
  const Decomposition d({48, 48, 1, world.size(), {}, {}}, world.rank());
  using Solver = ModeSolver<Double, TypeParam>;
  const GridSetup setup{spec, d.partition(), {}};
  const TransportPlan transports = best_transport(world);
  MpiCommunicators<double> communicators(world, d, LayerCounts{spec.nz, 1}, transports);
  std::unique_ptr<RankTransposition<typename TypeParam::storage>> planes;
  if (world.size() > 1)
    planes = std::make_unique<RankTransposition<typename TypeParam::storage>>(
        world, d, Solver::layers(setup, 1e-5, d.least_columns_of_ranks()), transports);
  Solver solver(setup, Solver::options_for(1e-5), communicators.on(0), planes.get());
  spec.physics.omega_squared *= 4.0;
  solver.update(spec);
  const SolveReport report = solver.solve(right_side(d.partition(), spec.nz), {1e-5, 20});
  EXPECT_TRUE(report.converged()) << outcome_line(report);
}

} // namespace
