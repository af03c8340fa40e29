// Multigrid on boxes that are distributed over ranks, against one rank with all cells.
#include "support_poisson_ranks.hpp"
#include "support_transport.hpp"

using namespace isobar;

namespace {

/// Cycles with few steps, as ranks that share processors wait long for each other.
PoissonOptions colours(int levels) {
  PoissonOptions o = red_black_cycle(levels);
  o.pre_relaxation = o.post_relaxation = {1.0};
  o.coarse_steps = 2;
  return o;
}
PoissonOptions jacobi(int levels) {
  PoissonOptions o = jacobi_cycle(levels, chebyshev_factors(2));
  o.coarse_steps = 2;
  return o;
}

/// Every process grid of the ranks that there are which has all levels.
std::vector<ProcessGrid> process_grids(const BoxSpec& box, int levels, int ranks) {
  std::vector<ProcessGrid> grids;
  for (int px = 1; px <= ranks; ++px) {
    if (ranks % px != 0) continue;
    try {
      const ProcessGrid grid{px, ranks / px};
      (void)Decomposition(distributed(box, levels, ranks, grid));
      grids.push_back(grid);
    } catch (const DecompositionError&) {
      continue; // too few columns
    }
  }
  return grids;
}

void expect_same_history(const SolveReport& mine, const SolveReport& whole, double tolerance) {
  ASSERT_EQ(mine.iterations, whole.iterations);
  ASSERT_EQ(mine.residual_norms.size(), whole.residual_norms.size());
  for (std::size_t n = 0; n < mine.residual_norms.size(); ++n)
    EXPECT_NEAR(mine.residual_norms[n], whole.residual_norms[n],
                tolerance * (whole.residual_norms[0] + whole.residual_norms[n]));
}

template <class P = Double>
void compare(const BoxSpec& box, const PoissonOptions& options, const TransportPlan& transports,
             bool on_one_grid_at_least = true) {
  const double tolerance = std::is_same_v<typename P::storage, float> ? 1e-4 : 1e-11;
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Solved whole = solve<P>(box, options, self, {1, 1}, transports);
  EXPECT_LT(whole.report.relative_residual(), 0.2); // it does something
  const auto grids = process_grids(box, *options.levels, world.size());
  EXPECT_TRUE(!grids.empty() || !on_one_grid_at_least);
  for (const ProcessGrid& grid : grids) {
    SCOPED_TRACE(testing::Message() << grid.px << " x " << grid.py << " ranks");
    const Solved mine = solve<P>(box, options, world, grid, transports);
    expect_same_history(mine.report, whole.report, tolerance);
    EXPECT_LE(difference(mine, whole), tolerance);
  }
}

TransportPlan messages() { return best_transport(MpiComm(MPI_COMM_WORLD)); }

/// Sides of all kinds, periodic in each direction, stretched, odd: at the ends of odd axes ranks have odd parts.
std::vector<BoxSpec> boxes() {
  return {cubes(24, 24, 8, zero),
          cubes(25, 27, 9, zero),
          cubes(24, 24, 12, closed),
          cubes(24, 48, 8, around),
          {stretched_axis(26, 2.0, zero, closed), uniform_axis(24, around, around),
           stretched_axis(13, 2.0, closed, zero)},
          {uniform_axis(24, around, around), stretched_axis(33, 2.0, closed, zero),
           uniform_axis(8, around, around)}};
}

TEST(PoissonOnManyRanks, AgreesWithOneInRedBlackAndJacobiCycles) {
  for (const BoxSpec& box : boxes()) {
    PoissonOptions options = jacobi(3);
    options.restriction = Restriction::transpose;
    compare(box, options, messages());
    compare(box, colours(2), messages());
  }
}

TEST(PoissonOnManyRanks, AgreesWithOneInFloat) {
  compare<Float>(boxes()[1], colours(3), messages());
  compare<Float>(boxes()[4], jacobi(2), messages());
}

TEST(PoissonOnManyRanks, AgreesWithOneInOtherCycles) {
  PoissonOptions options = colours(3);
  options.start = Start::full;
  options.pre_relaxation = {};
  compare(boxes()[1], options, messages());
  options = jacobi(3);
  options.post_relaxation = {};
  options.cycle = CycleKind::w;
  options.restriction = Restriction::transpose;
  compare(boxes()[3], options, messages());
}

TEST(PoissonOnManyRanks, AgreesWithOneThroughAllTransports) {
  for (const TransportPlan& transports : all_transports(MpiComm(MPI_COMM_WORLD))) {
    PoissonOptions options = jacobi(3);
    options.restriction = Restriction::transpose; // corners travel too
    compare(boxes()[4], options, transports);
    compare(boxes()[3], colours(2), transports);
  }
}

// Halos of the first and the last rank travel by stores alone and could be recorded, those of others by messages too.
TEST(PoissonOnManyRanks, AllRanksRecordTheSameLevels) {
  const MpiComm world(MPI_COMM_WORLD);
  const BoxSpec box = cubes(24, 48, 8, zero);
  for (const TransportPlan& transports : all_transports(world)) {
    const Decomposition d(distributed(box, 2, world.size(), {1, world.size()}), world.rank());
    MpiCommunicators<double> communicators(world, d, layers_of(box, 2), transports);
    MultigridPoisson<Double> solver({box, d.partition()}, colours(2), communicators);
    const int mine = solver.cycles().recorded_from();
    EXPECT_EQ(world.min(mine), mine) << to_string(transports.inside);
    EXPECT_EQ(-world.min(-mine), mine) << to_string(transports.between);
  }
}

// Halved along one axis alone, or in the horizontal alone, at first.
TEST(PoissonOnManyRanks, AgreesWithOneWhereLevelsHalveSomeAxes) {
  BoxSpec box = cubes(24, 24, 8, zero);
  box.x = Axis::uniform(24, 12.0, zero, zero);
  compare(box, colours(3), messages());
  box = cubes(24, 24, 8, closed);
  box.z = Axis::uniform(8, 32.0, closed, closed);
  compare(box, jacobi(3), messages());
}

/// Owned cells of a solve.
HostField solved_on(ProcessGrid grid, const BoxSpec& box, PoissonOptions options, bool rim_first,
                    TransportPlan transports) {
  options.rim_first = rim_first;
  transports.own_queue = rim_first;
  return solve<Double>(box, options, MpiComm(MPI_COMM_WORLD), grid, transports).solution;
}

/// The same numbers in another order of columns: nothing may differ in the last bit.
void compare_orders(const std::vector<ProcessGrid>& grids, const BoxSpec& box,
                    const PoissonOptions& options, const TransportPlan& transports) {
  for (const ProcessGrid& grid : grids) {
    SCOPED_TRACE(testing::Message() << grid.px << " x " << grid.py << " ranks");
    const HostField on = solved_on(grid, box, options, true, transports),
                    off = solved_on(grid, box, options, false, transports);
    for (std::size_t n = 0; n < on.size(); ++n) ASSERT_EQ(on.data()[n], off.data()[n]) << n;
  }
}

TEST(PoissonOnManyRanks, RowsThatNeighboursWaitForComeFirstAndNothingElseChanges) {
  const std::vector<ProcessGrid> slabs{{1, MpiComm(MPI_COMM_WORLD).size()}};
  PoissonOptions transposed = jacobi(2);
  transposed.restriction = Restriction::transpose;
  for (const TransportPlan& transports : all_transports(MpiComm(MPI_COMM_WORLD))) {
    compare_orders(slabs, cubes(12, 96, 4, zero), transposed, transports);
    compare_orders(slabs, cubes(12, 96, 4, around), jacobi(2), transports);
  }
  compare_orders(slabs, cubes(12, 96, 4, zero), colours(2), messages());
}

/// Wide enough for parts in x on both levels of two ranks in x.
TEST(PoissonOnManyRanks, ColumnsThatNeighboursInXWaitForComeFirstAndNothingElseChanges) {
  const BoxSpec box = cubes(384, 24, 2, zero),
                stretched{stretched_axis(384, 2.0, zero, closed), uniform_axis(24, around, around),
                          stretched_axis(2, 2.0, closed, zero)};
  const std::vector<ProcessGrid> grids = process_grids(box, 2, MpiComm(MPI_COMM_WORLD).size());
  PoissonOptions transposed = jacobi(2);
  transposed.restriction = Restriction::transpose;
  for (const TransportPlan& transports : all_transports(MpiComm(MPI_COMM_WORLD)))
    compare_orders(grids, box, transposed, transports);
  compare_orders(grids, cubes(384, 24, 2, around), jacobi(2), messages());
  compare_orders(grids, stretched, transposed, messages());
}

TEST(PoissonOnManyRanks, NaNOfOneRankIsSeenByAll) {
  const MpiComm world(MPI_COMM_WORLD);
  const BoxSpec box = cubes(24, 24, 8, zero);
  const PoissonOptions options = colours(2);
  const Decomposition d(distributed(box, 2, world.size(), {1, world.size()}), world.rank());
  MpiCommunicators<double> communicators(world, d, layers_of(box, 2), messages());
  MultigridPoisson<Double> solver({box, d.partition()}, options, communicators);
  oracle::Array f = random_rhs(box);
  f(0, 5, 3) = NAN;
  const SolveReport report =
      solver.solve(owned_field<double>(f, d.partition()), {1e-8, 10, {}}, Guess::zero);
  EXPECT_EQ(report.status, SolveStatus::not_finite);
}

TEST(PoissonOnManyRanks, CommunicatorsOfAnotherBoxAreRefused) {
  const MpiComm world(MPI_COMM_WORLD);
  const BoxSpec box = cubes(24, 24, 8, zero);
  const Decomposition d(distributed(box, 2, world.size(), {1, world.size()}), world.rank());
  MpiCommunicators<double> others(world, d, LayerCounts(std::vector{7, 4}), messages());
  if (world.size() == 1) return; // it has nothing to exchange
  EXPECT_THROW((MultigridPoisson<Double>({box, d.partition()}, colours(2), others)),
               std::invalid_argument);
}

} // namespace
