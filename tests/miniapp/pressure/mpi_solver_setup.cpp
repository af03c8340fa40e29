// On several ranks too a setup is one allocation on a device, however long the lists of its halos are.
#include "pressure/problem/equation_of.hpp"
#include "pressure/problem/problem.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/solver_setup.hpp"

#include "support_deck.hpp"
#include "support_transport.hpp"

#include <isobar/core/base/shared_block.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace isobar {
namespace {

/// Whether the right-hand side, the last field of a setup, has no memory of its own. On a host the setup has no block, so it takes
/// the test's.
bool right_side_fits(int nx) {
  const MpiComm world(MPI_COMM_WORLD);
  const Deck deck =
      parse(fmt::format("[grid]\nnx = {}\nny = {}\nnz = 48\n[rhs]\nkind = \"box\"\n[solver]\n"
                        "precision = \"mixed\"\n[multigrid]\nlevels = 2\n[decomposition]\n"
                        "process_grid = [1, {}]\n",
                        nx, 4 * world.size(), world.size()));
  const Equation equation = equation_of(deck);
  const Decomposition d = decompose(deck, equation.spec, world.size(), world.rank());
  const GridSetup setup{equation.spec, d.partition(), march_rules(deck)};
  const Int64 mesh = on_host ? 2 * HorizontalMesh::bytes(d.partition().nx, d.partition().ny) : 0;
  const SharedBlock block(SolverSetup<Double>::bytes(deck, equation, setup, d) + mesh +
                          SolverSetup<Double>::halo_list_bytes);
  const SolverSetup<Double> made({deck, equation, d, &world, transport_of_tests()});
  return made.f.view().use_count() == 0;
}

TEST(SolverSetup, KeepsRoomForTheRightHandSideWhateverHalosNeed) {
  const int wide = on_host ? 16384 : 65536; // lists are longer than halo_list_bytes on a device
  for (const int nx : {64, wide}) EXPECT_TRUE(right_side_fits(nx)) << nx << " columns";
}

} // namespace
} // namespace isobar
