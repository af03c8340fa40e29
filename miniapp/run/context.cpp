#include "run/context.hpp"

#include "run/memory.hpp"

#include <fmt/format.h>

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

Decomposition decompose(const Deck& deck, const MpiComm& comm) {
  const int levels = deck.uses_multigrid() ? deck.multigrid.levels : 1;
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
      predicted_memory(context.deck, context.decomposition, context.transport.transport);
  const double wanted = double(on_host ? need.total() : need.host) * context.comm.node().size();
  const double there = double(available_host_memory());
  if (context.comm.min(there == 0.0 || wanted <= there) != 0) return {};
  return fmt::format(
      "not enough memory: this run needs about {:.1f} GB on a node and {:.1f} GB are "
      "available; use fewer unknowns or more nodes",
      wanted / 1e9, there / 1e9);
}

} // namespace isobar
