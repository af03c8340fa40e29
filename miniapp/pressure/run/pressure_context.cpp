#include "pressure/run/pressure_context.hpp"

#include "pressure/problem/cfl_factor.hpp"
#include "pressure/problem/time_steps.hpp"
#include "pressure/setup/method_choice.hpp"

namespace isobar {

Equation checked_equation(const Deck& deck, const MpiComm& comm) {
  Equation equation = equation_of(deck);
  check_method(deck, equation);
  if (const std::string problem = coefficient_problem(deck, comm.rank(), comm.size());
      !problem.empty())
    throw InputError(problem);
  return equation;
}

PlannedRun plan_run(Deck deck, const MpiComm& comm, std::optional<Transport> transport) {
  Equation equation = checked_equation(deck, comm);
  choose_levels(deck, equation.spec, comm.size(), transport,
                cfl_factor(equation, deck.grid.nx, deck.grid.ny) * cfl_factor_of_steps(deck));
  Decomposition decomposition = decompose(deck, equation.spec, comm.size(), comm.rank());
  return {std::move(deck), std::move(equation), std::move(decomposition)};
}

RunContext run_context(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish) {
  TransportChoice transport =
      choose_transport(comm, wish, {{plan.decomposition, plan.deck.layer_counts()}});
  choose_halo_overlap(plan.deck, transport.plan);
  return {plan.deck, plan.equation, comm, plan.decomposition, transport};
}

} // namespace isobar
