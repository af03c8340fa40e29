#include "run/context.hpp"

#include "problem/problem.hpp"
#include "run/memory.hpp"

#include <fmt/format.h>
#include <isobar/core/solvers/level_choice.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The deck's key that a decomposition failed at.
const char* key_of(DecompositionError::Fault fault) {
  using Fault = DecompositionError::Fault;
  return fault == Fault::levels         ? "multigrid.levels"
         : fault == Fault::process_grid ? "decomposition.process_grid"
                                        : "grid.nx";
}

} // namespace

/// Levels that were given are checked where columns are dealt to ranks.
void choose_levels(Deck& deck, int ranks) {
  if (!deck.uses_multigrid()) return;
  const deck::Grid& g = deck.grid;
  const std::optional<ProcessGrid>& grid = deck.decomposition.process_grid;
  const int most = grid ? max_levels(g.nx, g.ny, *grid) : max_levels(g.nx, g.ny, ranks);
  const LevelChoice choice = choose_levels(
      deck.multigrid,
      {*deck.physics.cfl, g.nx, g.ny, std::max({1, most, deck.multigrid.levels.value_or(1)}),
       deck.may_use_coarse_cg(), mergeable_layers(grid_spec(deck), g.nx, g.ny)});
  deck.multigrid = choice.options;
  deck.levels_reason = choice.reason;
}

Decomposition decompose(const Deck& deck, const MpiComm& comm) {
  const int levels = deck.uses_multigrid() ? *deck.multigrid.levels : 1;
  try {
    return Decomposition(
        {deck.grid.nx, deck.grid.ny, levels, comm.size(), deck.decomposition.process_grid},
        comm.rank());
  } catch (const DecompositionError& e) {
    throw InputError(describe(deck, key_of(e.fault())) + ": " + e.what());
  }
}

std::string memory_problem(const RunContext& context) {
  const MemoryUse need =
      predicted_memory(context.deck, context.decomposition, context.transport.plan);
  const double wanted = double(on_host ? need.total() : need.host) * context.comm.node().size();
  const double there = double(available_host_memory());
  if (context.comm.min(there == 0.0 || wanted <= there) != 0) return {};
  return fmt::format(
      "not enough memory: this run needs about {:.1f} GB on a node and {:.1f} GB are "
      "available; use fewer unknowns or more nodes",
      wanted / 1e9, there / 1e9);
}

} // namespace isobar
