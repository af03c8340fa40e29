// Periodic sides on many ranks: what an exchange leaves in the halo, and solves that agree with one rank's.
#include "support_problem.hpp"
#include "support_transport.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/columns/overlap_choice.hpp>
#include <isobar/core/columns/refinement.hpp>
#include <isobar/core/columns/stored_solvers.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace isobar::periodic_test {
namespace {

constexpr Periodic periodic_cases[] = {{true, false}, {false, true}, {true, true}};
constexpr double untouched = -1.0;

std::vector<ProcessGrid> process_grids(int ranks) {
  std::vector<ProcessGrid> grids;
  for (int px = 1; px <= ranks; ++px)
    if (ranks % px == 0) grids.push_back({px, ranks / px});
  return grids;
}

double cell_value(const Partition& p, int i, int k, int j) {
  return 4.0 * (k + 8.0 * (i + p.global_nx * double(j)));
}

/// The cell behind an index beyond the domain, along one axis of a rank's part.
struct Around {
  int index;   ///< in the whole domain
  bool inside; ///< it leads somewhere
  bool own;    ///< to a cell of this rank, which copies it whatever is asked for
};
Around around(int first, int i, int columns, bool periodic, bool own_sides) {
  const int index = first + i;
  const bool beyond = index < 0 || index >= columns;
  return {(index + columns) % columns, !beyond || periodic, beyond && own_sides};
}

/// Cells of the whole memory of a field that do not hold what they should after an exchange.
template <class T>
int wrong_cells(const FieldMemory<T>& f, const Decomposition& d, int level, Halo halo) {
  const Partition p = d.partition(level);
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), f.flat());
  int wrong = 0;
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(f.shape(), Int64(n));
    const Around x = around(p.first_i, at.i, p.global_nx, p.periodic.x, d.own_sides().x),
                 y = around(p.first_j, at.j, p.global_ny, p.periodic.y, d.own_sides().y);
    const bool corner = (at.i < 0 || at.i >= p.nx) && (at.j < 0 || at.j >= p.ny);
    const bool filled = !at.padding && x.inside && y.inside &&
                        (halo == Halo::edges_and_corners || !corner || x.own || y.own);
    wrong += host(n) != T(filled ? cell_value(p, x.index, at.k, y.index) : untouched);
  }
  return wrong;
}

template <class P> FieldOf<P> numbered_field(const Partition& p, int nz) {
  using T = typename P::storage;
  const FieldOf<P> f("f", p.nx, p.ny, nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (std::size_t n = 0; n < host.size(); ++n) {
    const CellOfNumber at = cell_of(f.shape(), Int64(n));
    host(n) = T(at.owned ? cell_value(p, p.first_i + at.i, at.k, p.first_j + at.j) : untouched);
  }
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

template <class P> struct PeriodicExchange : testing::Test {
  MpiComm world{MPI_COMM_WORLD};

  void check(const Decomposition& d, int nz, const TransportPlan& transport) {
    MpiCommunicators<typename P::storage> communicators(world, d, nz, transport, P::layout);
    for (int level = d.levels() - 1; level >= 0; --level)
      for (const Halo halo : {Halo::edges, Halo::edges_and_corners}) {
        const FieldOf<P> f = numbered_field<P>(d.partition(level), nz);
        exchange(communicators.on(level), f, halo);
        EXPECT_EQ(wrong_cells(f, d, level, halo), 0) << "level " << level << ", halo " << int(halo);
        const FieldOf<P> apart = numbered_field<P>(d.partition(level), nz);
        communicators.on(level).start(apart, halo);
        communicators.on(level).finish(apart);
        EXPECT_EQ(wrong_cells(apart, d, level, halo), 0) << "started and finished apart";
      }
  }
};
using Numbers = testing::Types<Float, ZFastest<Double>>;
TYPED_TEST_SUITE(PeriodicExchange, Numbers, PrecisionNames);

// Two levels by messages; by all transports 6 x 6 columns, where ranks of one column are.
TYPED_TEST(PeriodicExchange, FillsTheHaloAroundTheDomainOnAllTransports) {
  const int ranks = this->world.size();
  const auto check = [&](int nx, int ny, int levels, Periodic periodic, const TransportPlan& plan) {
    for (const ProcessGrid& grid : process_grids(ranks)) {
      if (max_levels(nx, ny, grid, periodic) < levels) continue;
      SCOPED_TRACE(testing::Message() << nx << " x " << ny << " on " << grid.px << " x " << grid.py
                                      << ", " << to_string(periodic) << ", "
                                      << to_string(plan.inside) << ", " << to_string(plan.between));
      this->check(Decomposition({nx, ny, levels, ranks, grid, periodic}, this->world.rank()), 3,
                  plan);
    }
  };
  const std::vector<TransportPlan> plans = all_transports(this->world);
  for (const Periodic periodic : periodic_cases) check(24, 16, 2, periodic, plans[0]);
  for (const TransportPlan& plan : plans) check(6, 6, 1, {true, true}, plan);
}

/// A case with coefficients that differ from column to column.
GridSpec spec_of(Periodic p, int nz) {
  GridSpec spec{Domain::flat, LayerSpacing::graded, test_physics, nz};
  if (p.x) spec.boundaries.west = spec.boundaries.east = Boundary::periodic;
  if (p.y) spec.boundaries.south = spec.boundaries.north = Boundary::periodic;
  auto columns = std::make_shared<ColumnFields>();
  columns->alpha_h = [](int i, int j) { return 1.0 + 0.5 * std::sin(2.3 * i + 0.7 * j * j); };
  columns->beta = [](int i, int j) { return 1.0 + 0.5 * std::cos(1.1 * i * i + j); };
  spec.columns = columns;
  return spec;
}

template <class P> FieldOf<P> part_of(const oracle::Array& global, const Partition& p) {
  const FieldOf<P> f("f", p.nx, p.ny, global.nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (std::size_t n = 0; n < host.size(); ++n)
    if (const CellOfNumber at = cell_of(f.shape(), Int64(n)); at.owned)
      host(n) = typename P::storage(global(p.first_j + at.j, p.first_i + at.i, at.k));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}

/// A solver of a part of the domain. `heights` are those of its levels.
template <class P> struct Recipe {
  using T = typename P::storage;
  std::function<std::unique_ptr<Solver<P>>(const GridSetup&, Communicators<T>&,
                                           Communicators<float>&)>
      make;
  LayerCounts heights;
  Overlap overlap{};
  int levels = 3, distributed = 3;
  double tolerance = 0.0; ///< of the solve; 0: three iterations
};

/// The recipe on every process grid of the ranks that there are, against one rank alone.
template <class P>
void compare(Periodic periodic, int nx, int ny, int nz, const Recipe<P>& recipe, double rounding,
             const TransportPlan& transports, bool slabs = false) {
  using T = typename P::storage;
  const MpiComm world(MPI_COMM_WORLD);
  const SolveControls controls{recipe.tolerance, recipe.tolerance > 0.0 ? 50 : 3};
  const oracle::Array f = oracle::random(nx, ny, nz, 7);
  const GridSpec spec = spec_of(periodic, nz);
  const Partition all = Partition::whole(nx, ny, periodic);
  SelfCommunicators<T> self(periodic);
  SelfCommunicators<float> self_inner(periodic);
  const auto whole = recipe.make({spec, all, {}}, self, self_inner);
  const SolveReport expected = whole->solve(part_of<P>(f, all), controls);
  const oracle::Array solution = owned(whole->solution());
  for (const ProcessGrid& grid : process_grids(world.size())) {
    if (slabs && grid.px > 1) continue;
    if (max_levels(nx, ny, grid, periodic) < recipe.distributed) continue;
    const Decomposition d({nx, ny, recipe.distributed, world.size(), grid, periodic}, world.rank());
    MpiCommunicators<T> communicators(world, d, recipe.heights, transports, P::layout,
                                      recipe.overlap);
    MpiCommunicators<float> inner(world, d, recipe.heights, transports, Layout::x_fastest,
                                  recipe.overlap);
    const auto solver = recipe.make({spec, d.partition(), {}}, communicators, inner);
    const SolveReport report = solver->solve(part_of<P>(f, d.partition()), controls);
    EXPECT_EQ(report.iterations, expected.iterations);
    EXPECT_TRUE(matches(solver->solution(), solution, d.partition(), rounding))
        << nx << " x " << ny << " on " << grid.px << " x " << grid.py << ", "
        << to_string(periodic);
  }
}

MultigridOptions three_levels() {
  MultigridOptions o = with_levels(3);
  o.coarse_solver = CoarseSolver::smoother;
  o.coarse_steps = 2;
  return o;
}

template <class P> Recipe<P> cycles(const MultigridOptions& options, int nz) {
  return {[options](const GridSetup& setup, auto& communicators, auto&) {
            return std::make_unique<Multigrid<P>>(setup, options, communicators);
          },
          LayerCounts(nz, options.merged_layers)};
}

TransportPlan messages() { return best_transport(MpiComm(MPI_COMM_WORLD)); }

struct Grid {
  Periodic periodic;
  int nx, ny;
};
/// The first one is that of most tests.
const Grid grids[] = {{{true, true}, 24, 48},
                      {{true, false}, 24, 48},
                      {{false, true}, 24, 48},
                      {{true, true}, 48, 12}};

TEST(PeriodicOnManyRanks, CyclesAgreeWithThoseOfOne) {
  constexpr int nz = 6;
  for (const Grid& g : grids)
    compare(g.periodic, g.nx, g.ny, nz, cycles<Double>(three_levels(), nz), 1e-11, messages());
  const auto check = [](const auto& change) {
    MultigridOptions o = three_levels();
    change(o);
    compare(grids[0].periodic, grids[0].nx, grids[0].ny, nz, cycles<Double>(o, nz), 1e-11,
            messages());
  };
  check([](MultigridOptions& o) { o.cycle = CycleKind::w; });
  check([](MultigridOptions& o) { o.start = Start::full; });
  check([](MultigridOptions& o) {
    o.pre_relaxation = {};
    o.post_relaxation = {0.6, 0.8};
  });
  check([](MultigridOptions& o) { o.relaxation = Relaxation::red_black; });
  check([](MultigridOptions& o) { o.restriction = Restriction::transpose; });
  check([](MultigridOptions& o) { o.merged_layers = 2; });
  check([](MultigridOptions& o) { o.rim_first = true; });
  check([](MultigridOptions& o) {
    o.coarse_solver = CoarseSolver::cg;
    o.coarse_tolerance = 1e-13;
    o.coarse_steps = 4;
  });
}

TEST(PeriodicOnManyRanks, SolversAgreeWithOneThroughAllTransports) {
  constexpr int nz = 5;
  const auto levels = three_levels();
  const Recipe<Double> fused{[](const GridSetup& setup, auto& communicators, auto&) {
                               return std::make_unique<FusedPcg<Double>>(make_grid<Double>(setup),
                                                                         communicators.on(0));
                             },
                             LayerCounts(nz)};
  const Recipe<Double> refined{[=](const GridSetup& setup, auto& outer, auto& inner) {
                                 return std::make_unique<Refinement<Float>>(
                                     setup, levels, std::vector{2}, outer, inner);
                               },
                               LayerCounts(nz),
                               {},
                               3,
                               3,
                               1e-9};
  const auto check = [](const Recipe<Double>& recipe, double rounding, const TransportPlan& plan) {
    compare(grids[0].periodic, grids[0].nx, grids[0].ny, nz, recipe, rounding, plan);
  };
  for (const TransportPlan& plan : all_transports(MpiComm(MPI_COMM_WORLD))) {
    check(cycles<Double>(levels, nz), 1e-11, plan);
    check(fused, 1e-11, plan);
  }
  check(refined, 1e-8, messages());
}

TEST(PeriodicOnManyRanks, OtherLayoutsPrecisionsAndStoredMatricesAgreeWithOne) {
  constexpr int nz = 5;
  const auto levels = three_levels();
  const auto stored = [&](MatrixFormat format) {
    return Recipe<Double>{[=](const GridSetup& setup, auto& communicators, auto&) {
                            return std::make_unique<Multigrid<Double>>(
                                StoredLevels<double>::make(setup, levels, format, communicators),
                                levels);
                          },
                          LayerCounts(nz)};
  };
  const Recipe<Double> stored_cg{[](const GridSetup& setup, auto& communicators, auto&) {
                                   return StoredCg<double>::make(setup, communicators.on(0));
                                 },
                                 LayerCounts(nz)};
  const auto check = [](const auto& recipe, double rounding) {
    compare(grids[0].periodic, grids[0].nx, grids[0].ny, nz, recipe, rounding, messages());
  };
  check(cycles<Float>(levels, nz), 1e-4);
  check(cycles<ZFastest<Double>>(levels, nz), 1e-11);
  check(stored(MatrixFormat::csr), 1e-11);
  check(stored(MatrixFormat::ell), 1e-11);
  check(stored_cg, 1e-11);
}

// Periodic rows may overlap in y: what a rank computes beside its own is wrapped like its own.
TEST(PeriodicOnManyRanks, SlabsOfPeriodicRowsMayOverlapInY) {
  constexpr int nz = 5;
  const auto check = [](const auto& change) {
    MultigridOptions o = three_levels();
    change(o);
    for (const Overlap& overlap : {deep_overlap(o), Overlap{0, 3}, Overlap{12, 12},
                                   Overlap{0, all_rows}, Overlap{all_rows, all_rows}}) {
      o.overlap = overlap;
      Recipe<Double> recipe = cycles<Double>(o, nz);
      recipe.overlap = overlap;
      compare({true, false}, 24, 48, nz, recipe, 1e-11, messages(), true);
    }
  };
  check([](MultigridOptions&) {});
  check([](MultigridOptions& o) {
    o.pre_relaxation = {};
    o.post_relaxation = {0.7, 0.9};
    o.merged_layers = 2;
  });
  check([](MultigridOptions& o) { o.cycle = CycleKind::w; });
  check([](MultigridOptions& o) { o.restriction = Restriction::transpose; });
}

} // namespace
} // namespace isobar::periodic_test
