#include "run/context.hpp"

#include "io/files.hpp"
#include "run/memory.hpp"
#include "setup/method_choice.hpp"

#include <fmt/format.h>

namespace isobar {

Equation checked_equation(const Deck& deck, const MpiComm& comm) {
  Equation equation;
  std::string problem;
  try {
    equation = equation_of(deck);
    check_method(deck, equation);
    problem = coefficient_problem(deck, comm.rank(), comm.size());
  } catch (const InputError& e) {
    problem = e.what();
  }
  throw_on_all(comm, problem);
  return equation;
}

std::string memory_problem(const RunContext& context) {
  const MemoryUse need = predicted_memory(context.deck, context.equation, context.decomposition,
                                          context.transport.plan);
  const double wanted = double(on_host ? need.total() : need.host) * context.comm.node().size();
  const double there = double(available_host_memory());
  if (context.comm.min(there == 0.0 || wanted <= there) != 0) return {};
  return fmt::format(
      "not enough memory: this run needs about {:.1f} GB on a node and {:.1f} GB are "
      "available; use fewer unknowns or more nodes",
      wanted / 1e9, there / 1e9);
}

} // namespace isobar
