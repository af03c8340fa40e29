#include "run/context.hpp"

#include "run/memory.hpp"

#include <fmt/format.h>

namespace isobar {

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
