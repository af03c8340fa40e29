#include "run/context.hpp"

#include "io/files.hpp"
#include "run/predicted_memory.hpp"
#include "setup/method_choice.hpp"

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
  return memory_problem(context.comm,
                        predicted_memory(context.deck, context.equation, context.decomposition,
                                         context.transport.plan));
}

} // namespace isobar
