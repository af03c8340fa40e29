// On a device a setup of multigrid is one allocation: all of its Views lie in a block of the bytes that are predicted.
#include "pressure/problem/equation_of.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/solver_setup.hpp"
#include "run/kernel_timings.hpp"
#include "support_deck.hpp"

#include <gtest/gtest.h>

namespace isobar {
namespace {

Deck deck_of(const std::vector<std::string>& settings) {
  return parse(
      "[grid]\nnx = 48\nny = 32\nnz = 24\n[rhs]\nkind = \"box\"\n[multigrid]\nlevels = 3\n",
      settings);
}

/// Views that a setup makes outside of a block of its bytes. On a host the setup has no block of its own, so it takes the test's.
template <class P> Int64 allocations_beside_the_block(const Deck& deck) {
  const Equation equation = equation_of(deck);
  const Decomposition d = decompose(deck, equation.spec, 1, 0);
  const SetupInputs inputs{deck, equation, d, nullptr, Transport::device};
  SolverSetup<P>{inputs}; // makes what the process keeps
  const GridSetup setup{equation.spec, d.partition(), march_rules(deck)};
  const Int64 mesh = on_host ? 2 * HorizontalMesh::bytes(d.partition().nx, d.partition().ny) : 0;
  const SharedBlock block(SolverSetup<P>::bytes(deck, equation, setup, d) + mesh);
  KernelTimings counts;
  const SolverSetup<P> made(inputs);
  counts.stop();
  return counts.allocations() - (on_host ? 0 : 1);
}

} // namespace

TEST(SolverSetup, AllocatesOnceOnADevice) {
  const std::string merged = "multigrid.merged_layers=4";
  EXPECT_EQ(allocations_beside_the_block<Double>(deck_of({"solver.precision=mixed", merged})), 0);
  EXPECT_EQ(allocations_beside_the_block<Double>(
                deck_of({"solver.precision=mixed", "mixed.in_float=coarse-levels"})),
            0);
  EXPECT_EQ(allocations_beside_the_block<Double>(deck_of({"multigrid.restriction=transpose"})), 0);
  EXPECT_EQ(allocations_beside_the_block<Float>(deck_of({"solver.precision=float", merged})), 0);
}

} // namespace isobar
