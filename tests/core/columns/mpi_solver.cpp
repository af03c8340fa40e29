#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/problem.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/methods.hpp"

#include "support_solved.hpp"
#include "support_transport.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/columns/overlap_choice.hpp>
#include <isobar/core/columns/stored_solvers.hpp>
#include <isobar/core/grid/host_order.hpp>

#include <cmath>

namespace solver_test {

using namespace isobar;

namespace {

/// By the solver that make(setup, communicators, those of float fields) gives.
template <class P, class Make>
Solved solve(const Deck& deck, const MpiComm& comm, ProcessGrid grid,
             const TransportPlan& transports, const Make& make) {
  using T = typename P::storage;
  const int nz = deck.grid.nz;
  Deck distributed = deck;
  distributed.decomposition.process_grid = grid;
  const Decomposition d = decompose(distributed, comm);
  const Partition part = d.partition();
  const LayerCounts heights = deck.layer_counts();
  const Overlap overlap = deck.overlap();
  MpiCommunicators<T> communicators(comm, d, heights, transports, P::layout, overlap);
  MpiCommunicators<float> inner(comm, d, heights, transports, Layout::x_fastest,
                                overlap); // for mixed precision
  const std::unique_ptr<Solver<P>> solver =
      make(GridSetup{grid_spec(deck), part, {}}, communicators, inner);
  Solved s{{}, part, HostField("solution", part.ny, part.nx, nz)};
  fill_right_side(deck, part, s.solution);
  const HostOrder<P> order(part.nx, part.ny, nz);
  const FieldOf<P> f("f", part.nx, part.ny, nz);
  order.integrate(GridLevel<typename P::arithmetic>(grid_spec(deck), part), s.solution, f);
  s.report = solver->solve(f, {deck.solver.tolerance, deck.solver.max_iterations, {}});
  order.to_host(solver->solution(), s.solution);
  return s;
}

/// By the deck's solver.
template <class P>
Solved solve(const Deck& deck, const MpiComm& comm, ProcessGrid grid,
             const TransportPlan& transports) {
  return solve<P>(deck, comm, grid, transports,
                  [&](const GridSetup& setup, auto& communicators, auto& inner) {
                    return Solvers<P>::make(deck, setup, communicators, &inner);
                  });
}

Deck deck_of(const char* method, int nx, int ny, int levels, const char* precision) {
  return parse_deck(fmt::format("[grid]\nnx = {}\nny = {}\nnz = 12\n[rhs]\nkind = \"random\"\n"
                                "[solver]\nmethod = \"{}\"\nprecision = \"{}\"\ntolerance = 1e-4\n"
                                "max_iterations = 200\n[multigrid]\nlevels = {}\n",
                                nx, ny, method, precision, levels),
                    "deck.toml");
}

/// Every process grid of the ranks that there are which has all of the deck's levels.
std::vector<ProcessGrid> process_grids(const Deck& deck, const MpiComm& comm) {
  if (!deck.overlap().empty()) return {{1, comm.size()}};
  std::vector<ProcessGrid> grids;
  for (int px = 1; px <= comm.size(); ++px)
    if (const ProcessGrid grid{px, comm.size() / px};
        grid.px * grid.py == comm.size() &&
        max_levels(deck.grid.nx, deck.grid.ny, grid) >= deck.multigrid.levels)
      grids.push_back(grid);
  return grids;
}

TransportPlan messages() { return best_transport(MpiComm(MPI_COMM_WORLD)); }

/// The deck on every process grid of the ranks that there are, against one rank alone.
template <class P>
void compare(
    const TransportPlan& transports, const char* method, int nx, int ny, int levels,
    double tolerance, std::string_view precision = precision_name<P>(),
    double solver_tolerance = 1e-4, void (*change)(MultigridOptions&) = [](MultigridOptions&) {},
    Flux flux = Flux::two_point) {
  Deck deck = deck_of(method, nx, ny, levels, std::string(precision).c_str());
  deck.grid.flux = flux;
  deck.solver.tolerance = solver_tolerance;
  change(deck.multigrid);
  deck.fields.layout = P::layout;
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Solved whole = solve<P>(deck, self, {1, 1}, transports);
  ASSERT_TRUE(whole.report.converged()) << method;
  for (const ProcessGrid& grid : process_grids(deck, world)) {
    const Solved mine = solve<P>(deck, world, grid, transports);
    EXPECT_EQ(mine.report.iterations, whole.report.iterations) << method << ' ' << grid.px;
    EXPECT_LE(difference(mine, whole), tolerance) << method << ' ' << grid.px;
  }
}

constexpr const char* methods[] = {"multigrid", "cg-multigrid",  "cg-fused",     "cg-standard",
                                   "cg-csr",    "multigrid-csr", "multigrid-ell"};

/// The promise of docs/running.md: equal counts, and solutions equal to 1e-11 of the largest value
/// in double. In float 1e-4, as sums in another order change the last digits of alpha and beta.
TEST(SolverOnManyRanks, AgreesWithOneInDouble) {
  for (const char* method : methods) compare<Double>(messages(), method, 24, 48, 3, 1e-11);
}
TEST(SolverOnManyRanks, AgreesWithOneThroughAllTransports) {
  for (const TransportPlan& transports : all_transports(MpiComm(MPI_COMM_WORLD))) {
    for (const char* method : {"multigrid", "cg-multigrid", "cg-fused", "cg-standard"})
      compare<Double>(transports, method, 24, 48, 3, 1e-11);
    for (const char* method : {"multigrid", "cg-multigrid"})
      compare<Double>(transports, method, 24, 48, 3, 1e-4, "mixed", 1e-5);
  }
}
// Cycles that start from zero: what neighbours would send follows from the correction.
TEST(SolverOnManyRanks, AgreesWithOneWithoutStepsBefore) {
  const auto change = [](MultigridOptions& m) {
    m.pre_relaxation = {};
    m.post_relaxation = {0.6, 0.8};
  };
  compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-11, "double", 1e-8, change);
  compare<Double>(messages(), "multigrid", 48, 12, 3, 1e-11, "double", 1e-8, change);
  compare<Double>(messages(), "multigrid", 33, 50, 4, 1e-11, "double", 1e-8, change);
  compare<ZFastest<Double>>(messages(), "multigrid", 24, 48, 3, 1e-11, "double", 1e-8, change);
}
TEST(SolverOnManyRanks, AgreesWithOneInFloat) {
  for (const char* method : methods) compare<Float>(messages(), method, 24, 24, 3, 1e-4);
}
TEST(SolverOnManyRanks, AgreesWithOneByColumns) {
  for (const char* method : {"multigrid", "cg-fused", "cg-standard"}) {
    compare<ZFastest<Double>>(messages(), method, 24, 48, 3, 1e-11);
    compare<ZFastest<Float>>(messages(), method, 24, 24, 3, 1e-4);
  }
  compare<ZFastest<Double>>(messages(), "cg-fused", 17, 23, 1, 1e-11);
}
// Float V-cycles inside: rounding differs from rank count to rank count as in float, but a double
// residual corrects it down to the tolerance.
TEST(SolverOnManyRanks, AgreesWithOneInMixedPrecision) {
  for (const char* method : {"multigrid", "cg-multigrid"})
    for (const double tolerance : {1e-5, 1e-10})
      compare<Double>(messages(), method, 24, 48, 3, 10.0 * tolerance, "mixed", tolerance);
}
TEST(SolverOnManyRanks, AgreesWithOneInFullMultigrid) {
  compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-11, "double", 1e-8,
                  [](MultigridOptions& m) { m.start = Start::full; });
}
// A cell's colour is that of its place in the domain, wherever its rank's part begins.
TEST(SolverOnManyRanks, AgreesWithOneInRedBlackSweeps) {
  const auto red_black = [](MultigridOptions& m) {
    m.relaxation = Relaxation::red_black;
    m.pre_relaxation = {};
    m.post_relaxation = {1.0, 1.1};
  };
  compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-11, "double", 1e-8, red_black);
  compare<Double>(messages(), "multigrid", 20, 12, 3, 1e-11, "double", 1e-8, red_black);
  compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-9, "mixed", 1e-10, red_black);
}
TEST(SolverOnManyRanks, AgreesWithOneWithMergedLevels) {
  const auto by_four = [](MultigridOptions& m) { m.merged_layers = 4; };
  const auto by_five = [](MultigridOptions& m) { m.merged_layers = 5; };
  const auto from_full_start = [](MultigridOptions& m) {
    m.merged_layers = 5;
    m.start = Start::full;
  };
  for (const auto change : {+by_four, +by_five, +from_full_start})
    compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-11, "double", 1e-8, change);
  for (const auto change : {+by_four, +by_five}) {
    compare<Double>(messages(), "multigrid", 24, 48, 3, 1e-9, "mixed", 1e-10, change);
    compare<Double>(messages(), "cg-multigrid", 24, 48, 3, 1e-11, "double", 1e-8, change);
  }
}
/// The deck on ranks that compute rows of each other, in several ways.
void compare_overlaps(const char* method, int nx, int ny, void (*change)(MultigridOptions&),
                      const char* precision = "double", double tolerance = 1e-11,
                      Flux flux = Flux::two_point) {
  Deck deck = deck_of(method, nx, ny, 3, precision);
  deck.grid.flux = flux;
  deck.solver.tolerance = 1e-8;
  change(deck.multigrid);
  if (!deck.multigrid.coarse_solver) deck.multigrid.coarse_solver = CoarseSolver::smoother;
  if (!deck.multigrid.coarse_steps) deck.multigrid.coarse_steps = 2;
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Solved whole = solve<Double>(deck, self, {1, 1}, messages());
  ASSERT_TRUE(whole.report.converged());
  struct Way {
    Overlap overlap;
    int replicated_from;
    bool rim_first = false;
  };
  const Overlap deep = deep_overlap(deck.multigrid);
  // With 12 rows beside their own some of four ranks or six compute all 24 of level 1, others do not. Where x alone is
  // halved, a coarse level has no fewer rows than the finer one.
  for (const Way& way : {Way{deep, 0},
                         {deep, 2},
                         {{}, 2},
                         {{}, 1},
                         {{2, nx > 2 * ny ? 2 : 1}, 0},
                         {{0, 3}, 0},
                         {{12, 12}, 0},
                         {deep, 0, true}})
    for (TransportPlan transports : all_transports(world)) {
      transports.own_queue = way.rim_first;
      deck.multigrid.rim_first = way.rim_first;
      deck.multigrid.overlap = way.overlap;
      deck.multigrid.replicated_from = way.replicated_from;
      const Solved mine = solve<Double>(deck, world, {1, world.size()}, transports);
      const std::string what =
          fmt::format("{} rows, replicated from {}", rows_on(way.overlap, 1), way.replicated_from);
      EXPECT_EQ(mine.report.iterations, whole.report.iterations) << what;
      EXPECT_LE(difference(mine, whole), tolerance) << what;
    }
}
// On six ranks of 48 rows the coarsest level has two rows a rank: rows come from further than the neighbours.
TEST(SolverOnManyRanks, AgreesWithOneWhereCoarseLevelsOverlap) {
  compare_overlaps("multigrid", 24, 48, [](MultigridOptions&) {});
  compare_overlaps("cg-multigrid", 24, 48,
                   [](MultigridOptions& m) { m.restriction = Restriction::transpose; });
  compare_overlaps("multigrid", 24, 48, [](MultigridOptions& m) {
    m.pre_relaxation = {};
    m.post_relaxation = {0.7, 0.9};
  });
  compare_overlaps("multigrid", 24, 48, [](MultigridOptions& m) {
    m.pre_relaxation = {0.5, 0.6};
    m.post_relaxation = {};
  });
  compare_overlaps("multigrid", 24, 48, [](MultigridOptions& m) { m.cycle = CycleKind::w; });
  compare_overlaps("multigrid", 24, 48, [](MultigridOptions& m) { m.start = Start::full; });
  compare_overlaps("multigrid", 24, 48,
                   [](MultigridOptions& m) { m.relaxation = Relaxation::red_black; });
}
TEST(SolverOnManyRanks, AgreesWithOneWhereMergedOrFloatLevelsOverlap) {
  const auto merged = [](MultigridOptions& m) {
    m.merged_layers = 4;
    m.pre_relaxation = {};
    m.post_relaxation = {0.7, 0.9};
  };
  compare_overlaps("multigrid", 24, 48, merged);
  compare_overlaps("multigrid", 24, 48, merged, "mixed", 1e-7);
}
// Narrow last columns, and levels that halve one axis alone.
TEST(SolverOnManyRanks, AgreesWithOneWhereOddLevelsOverlap) {
  compare_overlaps("multigrid", 24, 51, [](MultigridOptions&) {});
  compare_overlaps("multigrid", 12, 49, [](MultigridOptions&) {});
  // Rows of others that end beside the narrow last row: of level 1 on 2, 4 and 6 ranks.
  for (const int ny : {13, 25, 37})
    if (max_levels(12, ny, {1, MpiComm(MPI_COMM_WORLD).size()}) >= 3)
      compare_overlaps("multigrid", 12, ny, [](MultigridOptions&) {});
  compare_overlaps("multigrid", 80, 25, [](MultigridOptions& m) { m.pre_relaxation = {}; });
}
// Steps read corners of the halo, which travel too. In the middle of the panel, where equal parts would meet, nothing couples by corners:
// so parts are not equal.
TEST(SolverOnManyRanks, AgreesWithOneWithTheVertexFlux) {
  const auto as_given = [](MultigridOptions&) {};
  const auto from_zero = [](MultigridOptions& m) {
    m.pre_relaxation = {};
    m.post_relaxation = {0.6, 0.8};
  };
  for (const TransportPlan& transports : all_transports(MpiComm(MPI_COMM_WORLD))) {
    for (const char* method : {"multigrid", "cg-multigrid", "cg-fused", "cg-standard"})
      compare<Double>(transports, method, 44, 52, 3, 1e-11, "double", 1e-8, as_given, Flux::vertex);
    compare<Double>(transports, "multigrid", 44, 52, 3, 1e-9, "mixed", 1e-10, as_given,
                    Flux::vertex);
    compare<Double>(transports, "multigrid", 44, 52, 3, 1e-11, "double", 1e-8, from_zero,
                    Flux::vertex);
  }
  compare<ZFastest<Double>>(messages(), "multigrid", 44, 52, 3, 1e-11, "double", 1e-8, from_zero,
                            Flux::vertex);
  compare_overlaps("multigrid", 24, 48, as_given, "double", 1e-11, Flux::vertex);
  compare_overlaps("multigrid", 24, 51, from_zero, "double", 1e-11, Flux::vertex);
}
/// Multigrid by levels of one kind, in cycles of all kinds, on the ranks that there are and on one.
template <class MakeLevels> void compare_cycles(const MakeLevels& make_levels) {
  const Deck deck = deck_of("multigrid", 32, 64, 4, "double");
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const TransportPlan transports = messages();
  const std::vector<ProcessGrid> grids = process_grids(deck, world);
  if (grids.empty()) GTEST_SKIP() << "no process grid of " << world.size() << " has four levels";
  for (const CycleKind kind : {CycleKind::v, CycleKind::w, CycleKind::f}) {
    MultigridOptions options;
    options.levels = 4;
    options.cycle = kind;
    const auto make = [&](const GridSetup& setup, auto& fine, auto& coarse) {
      return std::make_unique<Multigrid<Double>>(make_levels(setup, options, fine, coarse),
                                                 options);
    };
    const Solved whole = solve<Double>(deck, self, {1, 1}, transports, make);
    EXPECT_TRUE(whole.report.converged());
    const Solved mine = solve<Double>(deck, world, grids[0], transports, make);
    EXPECT_EQ(mine.report.iterations, whole.report.iterations) << int(kind);
    EXPECT_LE(difference(mine, whole), 1e-5) << int(kind);
  }
}
TEST(SolverOnManyRanks, AgreesWithOneInCyclesOfAllKinds) {
  compare_cycles([](const GridSetup& setup, const MultigridOptions& o, auto& fine, auto&) {
    return MatrixFreeLevels<Double>::make(setup, o, fine, fine);
  });
  compare_cycles([](const GridSetup& setup, const MultigridOptions& o, auto& fine, auto& coarse) {
    return MatrixFreeLevels<Double, Float>::make(setup, o, fine, coarse);
  });
  for (const MatrixFormat format : {MatrixFormat::csr, MatrixFormat::ell})
    compare_cycles([&](const GridSetup& setup, const MultigridOptions& o, auto& fine, auto&) {
      return StoredLevels<double>::make(setup, o, format, fine);
    });
}
TEST(SolverOnManyRanks, AgreesWithOneAtOddSizes) {
  compare<Double>(messages(), "cg-fused", 17, 23, 1, 1e-11);
  compare<Double>(messages(), "cg-standard", 13, 9, 1, 1e-11);
}
// Narrow last columns, odd parts of the last ranks, and parts of unequal size.
TEST(SolverOnManyRanks, AgreesWithOneInMultigridAtOddSizes) {
  for (const char* method : {"multigrid", "cg-multigrid", "multigrid-ell"}) {
    compare<Double>(messages(), method, 33, 50, 4, 1e-11, "double", 1e-8);
    compare<Double>(messages(), method, 25, 27, 3, 1e-11, "double", 1e-8);
  }
  compare<ZFastest<Double>>(messages(), "multigrid", 33, 50, 4, 1e-11);
  const auto by_four = [](MultigridOptions& m) { m.merged_layers = 4; };
  compare<Double>(messages(), "multigrid", 33, 50, 4, 1e-9, "mixed", 1e-10, by_four);
  compare<Double>(messages(), "cg-multigrid", 27, 50, 3, 1e-11, "double", 1e-8, by_four);
}

} // namespace

} // namespace solver_test
