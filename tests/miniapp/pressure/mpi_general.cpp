// The general equation on many ranks: each evaluates fields for itself, and all together find one rank's solution.
#include "pressure/deck/deck.hpp"
#include "pressure/setup/hierarchy.hpp"

#include "support_problem.hpp"
#include "support_solved.hpp"
#include "support_transport.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <isobar/comm/communicators/mpi_communicator.hpp>
#include <isobar/core/grid/host_order.hpp>

#include <cmath>

using namespace isobar;

namespace {

constexpr int nx = 24, ny = 48, nz = 6, levels = 3;
constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann;

/// Coefficients of all kinds; smooth fields, so that cycles converge. The vertex flux is that of a panel.
GridSpec general_spec(Flux flux) {
  const Boundaries boundaries{closed, open, open, closed, open, closed};
  GridSpec spec = GridCase{Domain::flat,
                           LayerSpacing::graded,
                           Partition::whole(nx, ny),
                           nz,
                           test_physics,
                           boundaries,
                           1}
                      .spec();
  const auto field = [](double phase) -> HorizontalField {
    return [phase](int i, int j) { return 1.2 + std::sin(0.3 * i + 0.2 * j + phase); };
  };
  spec.columns = std::make_shared<ColumnFields>(ColumnFields{field(0), field(1), field(2), {}});
  spec.flux = flux;
  if (flux == Flux::vertex) spec.domain = Domain::panel;
  return spec;
}

/// A constant right-hand side, by cycles of the ranks of `comm`, their rows overlapping on coarse levels or not.
template <class P>
Solved solve(const MpiComm& comm, ProcessGrid grid, const Overlap& overlap, Flux flux) {
  using T = typename P::storage;
  Deck deck = parse_deck(fmt::format("[grid]\ndomain = \"flat\"\nnx = {}\nny = {}\nnz = {}\n"
                                     "[multigrid]\nlevels = {}\n",
                                     nx, ny, nz, levels),
                         "deck.toml");
  MultigridOptions options = with_levels(levels);
  options.overlap = overlap;
  options.coarse_solver = CoarseSolver::smoother;
  options.coarse_steps = 4;
  deck.decomposition.process_grid = grid;
  deck.multigrid = options;
  const Decomposition d = decompose(deck, comm);
  MpiCommunicators<T> communicators(comm, d, LayerCounts(nz), best_transport(comm), P::layout,
                                    overlap);
  const Partition part = d.partition();
  const GridSpec spec = general_spec(flux);
  Multigrid<P> solver(GridSetup{spec, part, {}, {}}, options, communicators);
  Solved s{{}, part, HostField("solution", part.ny, part.nx, nz)};
  Kokkos::deep_copy(s.solution, 1.0);
  const HostOrder<P> order(part.nx, part.ny, nz);
  const FieldOf<P> f("f", part.nx, part.ny, nz);
  order.integrate(GridLevel<typename P::arithmetic>(spec, part), s.solution, f);
  s.report = solver.solve(f, {1e-8, 100, {}});
  order.to_host(solver.solution(), s.solution);
  return s;
}

void compare(Flux flux) {
  const MpiComm world(MPI_COMM_WORLD), self(MPI_COMM_SELF);
  const Solved whole = solve<Double>(self, {1, 1}, {}, flux);
  ASSERT_TRUE(whole.report.converged());
  struct Way {
    ProcessGrid grid;
    Overlap overlap;
  };
  std::vector<Way> ways{
      {{1, world.size()}, {}}, {{1, world.size()}, {2, 2}}, {{1, world.size()}, {4, all_rows}}};
  if (world.size() % 2 == 0) ways.push_back({{2, world.size() / 2}, {}});
  for (const Way& way : ways) {
    const Solved mine = solve<Double>(world, way.grid, way.overlap, flux);
    EXPECT_EQ(mine.report.iterations, whole.report.iterations) << way.grid.px;
    EXPECT_LE(difference(mine, whole), 1e-11) << way.grid.px << ", " << way.overlap.size();
  }
}

TEST(GeneralEquationOnManyRanks, AgreesWithOne) {
  for (const Flux flux : {Flux::two_point, Flux::vertex}) {
    SCOPED_TRACE(int(flux));
    compare(flux);
  }
}

} // namespace
