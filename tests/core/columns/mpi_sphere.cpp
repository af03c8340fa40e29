// The sphere on several ranks against one rank, by all transports, in both layouts and in mixed precision.
#include "support_sphere.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/columns/refinement.hpp>

#include <gtest/gtest.h>

namespace sphere_on_ranks {

using namespace isobar;

namespace {

constexpr int n = 24, nz = 6, levels = 3;
constexpr Physics physics{0.02, 0.05, 0.1};

Decomposition decomposition(const MpiComm& comm, std::optional<ProcessGrid> cut = {}) {
  return Decomposition({.nx = n,
                        .ny = n,
                        .levels = levels,
                        .ranks = comm.size(),
                        .process_grid = cut,
                        .sphere = true},
                       comm.rank());
}

/// Cuts of the panels for the ranks that there are.
std::vector<ProcessGrid> cuts(const MpiComm& comm) {
  std::vector<ProcessGrid> all;
  const int patches = patches_of_panel(comm.size());
  for (int x = 1; x <= patches; ++x)
    if (patches % x == 0 && max_levels_on_sphere(n, {x, patches / x}) >= levels)
      all.push_back({x, patches / x});
  return all;
}

oracle::Array right_side() { return random_on_sphere(n, nz, 3); }

struct Solved {
  SolveReport report;
  oracle::Array u; ///< of this rank's patches
};

struct Solve {
  const MpiComm& comm;
  const TransportPlan& transports;
  ProcessGrid cut;
  GridSpec spec = sphere_spec(nz, physics);

  template <class P, class Make> Solved by(const Make& make) const {
    using T = typename P::storage;
    const Decomposition d = decomposition(comm, cut);
    const Partition part = d.partition();
    MpiCommunicators<T> communicators(comm, d, nz, transports, P::layout);
    MpiCommunicators<float> inner(comm, d, nz, transports);
    const auto solver = make(GridSetup{spec, part, {}}, communicators, inner);
    const auto f = sphere_field<T, P::layout>(right_side(), part, SphereHalo::zero);
    const SolveReport report = solver->solve(f, {std::is_same_v<T, double> ? 1e-9 : 1e-5, 200});
    return {report, sphere_cells(solver->solution(), part)};
  }
};

MultigridOptions options(std::vector<double> before) {
  MultigridOptions o;
  o.levels = levels;
  o.pre_relaxation = std::move(before);
  return o;
}
template <class P> auto multigrid(const std::vector<double>& before) {
  return [before](const GridSetup& setup, auto& communicators, auto&) {
    return std::make_unique<Multigrid<P>>(setup, options(before), communicators);
  };
}
template <class P> auto fused_cg() {
  return [](const GridSetup& setup, auto& communicators, auto&) {
    return std::make_unique<FusedPcg<P>>(make_grid<P>(setup), communicators.on(0));
  };
}

/// All cuts against one rank.
template <class P, class Make>
void compare(const TransportPlan& transports, double tolerance, const Make& make,
             const GridSpec& spec = sphere_spec(nz, physics)) {
  const MpiComm world{MPI_COMM_WORLD}, self{MPI_COMM_SELF};
  const Solved one = Solve{self, best_transport(self), {1, 1}, spec}.template by<P>(make);
  EXPECT_TRUE(one.report.converged());
  for (const ProcessGrid cut : cuts(world)) {
    const Solved many = Solve{world, transports, cut, spec}.template by<P>(make);
    EXPECT_NEAR(many.report.iterations, one.report.iterations, (std::is_same_v<P, Float> ? 1 : 0));
    const oracle::Array own = of_patches(one.u, decomposition(world, cut).partition());
    const oracle::Array difference = oracle::sum(many.u, -1.0, own);
    EXPECT_LE(oracle::norm(difference), tolerance * oracle::norm(one.u))
        << cut.px << " x " << cut.py;
  }
}

TEST(SphereOnRanks, IsCutForAnyNumberOfRanks) {
  const MpiComm world{MPI_COMM_WORLD};
  if (cuts(world).empty()) EXPECT_THROW(decomposition(world), DecompositionError);
  else EXPECT_EQ(decomposition(world).partition(levels - 1).global_nx, n >> (levels - 1));
}

/// Sides turn, corners of patches come from whoever owns them, and corners of the cube have half the sum of their neighbours.
TEST(SphereOnRanks, FillsHalosWithTheCellsOfTheSphere) {
  const MpiComm world{MPI_COMM_WORLD};
  const oracle::Array cells = right_side();
  for (const TransportPlan& plan : all_transports(world))
    for (const ProcessGrid cut : cuts(world)) {
      const Decomposition d = decomposition(world, cut);
      MpiCommunicators<double> communicators(world, d, nz, plan);
      const Partition part = d.partition();
      const auto expected = sphere_field<double>(cells, part),
                 u = sphere_field<double>(cells, part, SphereHalo::zero);
      with_cube_corners(expected, part);
      exchange(communicators.on(0), u, Halo::edges_and_corners);
      const auto a = contents(u), b = contents(expected);
      for (std::size_t m = 0; m < a.size(); ++m) {
        const CellOfNumber at = cell_of(u.shape(), Int64(m));
        if (!at.padding) EXPECT_EQ(a[m], b[m]) << at.i << ", " << at.j;
      }
    }
}

TEST(SphereOnRanks, HasTheSolutionOfOneRankByAllTransports) {
  for (const TransportPlan& plan : all_transports(MpiComm(MPI_COMM_WORLD))) {
    compare<Double>(plan, 1e-11, multigrid<Double>({2.0 / 3.0}));
    compare<Double>(plan, 1e-11, multigrid<Double>({}));
    compare<Double>(plan, 1e-11, fused_cg<Double>());
  }
}

TEST(SphereOnRanks, HasTheSolutionOfOneRankWithFunctionsOfThePosition) {
  const TransportPlan plan = best_transport(MpiComm(MPI_COMM_WORLD));
  const GridSpec spec = sphere_spec_with_fields(n, nz, physics);
  compare<Double>(plan, 1e-11, multigrid<Double>({2.0 / 3.0}), spec);
  compare<Double>(plan, 1e-11, fused_cg<Double>(), spec);
}

/// Four cycles, with what neighbours wait for first or without.
template <class P>
oracle::Array after_cycles(const TransportPlan& transports, bool rim_first, bool fields,
                           const MultigridOptions& with) {
  using T = typename P::storage;
  constexpr int wide = 96, few_layers = 3;
  const MpiComm world{MPI_COMM_WORLD};
  const Decomposition d(
      {.nx = wide, .ny = wide, .levels = 2, .ranks = world.size(), .sphere = true}, world.rank());
  const Partition part = d.partition();
  MpiCommunicators<T> communicators(world, d, few_layers, transports, P::layout);
  MultigridOptions o = with;
  o.levels = 2;
  o.rim_first = rim_first;
  const GridSpec spec = fields ? sphere_spec_with_fields(wide, few_layers, physics)
                               : sphere_spec(few_layers, physics);
  Multigrid<P> solver({spec, part, {}}, o, communicators);
  const auto f =
      sphere_field<T, P::layout>(random_on_sphere(wide, few_layers, 3), part, SphereHalo::zero);
  solver.solve(f, {1e-30, 4});
  return sphere_cells(solver.solution(), part);
}

/// Steps in parts of all patches: two rows at the southern and northern sides, 32 columns at the western and eastern ones, and the rest.
TEST(SphereOnRanks, HasTheSameNumbersWithRimsFirst) {
  const MpiComm world{MPI_COMM_WORLD};
  if (96 % (2 * patches_of_panel(world.size())) != 0) GTEST_SKIP() << "ranks that do not cut it";
  const auto difference = [](const oracle::Array& a, const oracle::Array& b) {
    return oracle::norm(oracle::sum(a, -1.0, b)) / oracle::norm(a);
  };
  for (TransportPlan plan : all_transports(world))
    for (const bool own_queue : {false, true}) {
      plan.own_queue = own_queue;
      for (const auto& before : {std::vector<double>{}, {0.6, 0.8}}) {
        const MultigridOptions o = options(before);
        EXPECT_LE(difference(after_cycles<Double>(plan, false, own_queue, o),
                             after_cycles<Double>(plan, true, own_queue, o)),
                  1e-13);
      }
    }
  EXPECT_LE(difference(after_cycles<Float>(best_transport(world), false, true, options({0.6})),
                       after_cycles<Float>(best_transport(world), true, true, options({0.6}))),
            1e-6);
}

TEST(SphereOnRanks, HasTheSolutionOfOneRankInOtherPrecisions) {
  const TransportPlan plan = best_transport(MpiComm(MPI_COMM_WORLD));
  using ByColumns = Precision<double, double, Layout::z_fastest>;
  compare<ByColumns>(plan, 1e-11, multigrid<ByColumns>({2.0 / 3.0}));
  compare<Float>(plan, 1e-4, multigrid<Float>({2.0 / 3.0}));
  compare<Double>(plan, 1e-8, [](const GridSetup& setup, auto& communicators, auto& inner) {
    return std::make_unique<Refinement<Float>>(setup, options({}), std::vector<int>{2},
                                               communicators, inner);
  });
}

} // namespace

} // namespace sphere_on_ranks
