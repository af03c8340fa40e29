#include "pressure/run/pressure_context.hpp"

#include "pressure/problem/cfl_factor.hpp"
#include "pressure/problem/time_steps.hpp"
#include "pressure/run/method_trials.hpp"
#include "pressure/setup/method_choice.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

struct RankOfRun {
  int ranks, rank;
};

/// Plans a method. `cfl_factor` is that of all time steps.
PlannedMethod plan_method(Deck deck, const Equation& equation, const RankOfRun& r,
                          std::optional<Transport> transport, double cfl_factor) {
  choose_levels(deck, equation.spec, r.ranks, transport, cfl_factor);
  Decomposition decomposition = decompose(deck, equation.spec, r.ranks, r.rank);
  return {std::move(deck), std::move(decomposition)};
}

Deck with_method(const Deck& deck, const MethodCandidate& c) {
  return isobar::with_method(deck, c.method,
                             c.of_cells ? LevelCoefficients::cells : deck.multigrid.coefficients);
}

/// The first method that can be planned. Throws if none is left.
PlannedMethod first_planned(const Deck& deck, const std::vector<MethodCandidate>& candidates,
                            const std::vector<std::optional<PlannedMethod>>& methods) {
  for (const std::optional<PlannedMethod>& method : methods)
    if (method) return *method;
  const MethodCandidate& first = candidates.front();
  throw InputError(fmt::format("{}: no method is left: {}: {}", describe(deck, "solver.method"),
                               first.name(), first.left_out));
}

/// Plans all candidates. A candidate that does not fit the deck's keys is left out.
PlannedRun plan_candidates(const Deck& deck, Equation equation, const RankOfRun& r,
                           std::optional<Transport> transport, double cfl_factor) {
  std::vector<MethodCandidate> candidates =
      method_candidates(equation, !deck.is_given("multigrid.coefficients"));
  std::vector<std::optional<PlannedMethod>> methods(candidates.size());
  for (std::size_t n = 0; n < candidates.size(); ++n) {
    if (!candidates[n].may_be_taken()) continue;
    try {
      Deck with = with_method(deck, candidates[n]);
      check_method(with, equation);
      methods[n].emplace(plan_method(std::move(with), equation, r, transport, cfl_factor));
    } catch (const InputError& e) {
      candidates[n].left_out = e.what();
    }
  }
  PlannedMethod first = first_planned(deck, candidates, methods);
  return {std::move(first.deck), std::move(equation), std::move(first.decomposition),
          std::move(candidates), std::move(methods)};
}

} // namespace

Equation checked_equation(const Deck& deck, const MpiComm& comm) {
  Equation equation = equation_of(deck);
  if (!deck.chooses_method()) check_method(deck, equation);
  if (const std::string problem = coefficient_problem(deck, comm.rank(), comm.size());
      !problem.empty())
    throw InputError(problem);
  return equation;
}

PlannedRun planned_run(Deck deck, Equation equation, int ranks, int rank,
                       std::optional<Transport> transport) {
  const double factor =
      cfl_factor(equation, deck.grid.nx, deck.grid.rows()) * cfl_factor_of_steps(deck);
  if (deck.chooses_method())
    return plan_candidates(deck, std::move(equation), {ranks, rank}, transport, factor);
  PlannedMethod method = plan_method(std::move(deck), equation, {ranks, rank}, transport, factor);
  return {std::move(method.deck), std::move(equation), std::move(method.decomposition)};
}

PlannedRun plan_run(Deck deck, const MpiComm& comm, std::optional<Transport> transport) {
  Equation equation = checked_equation(deck, comm);
  return planned_run(std::move(deck), std::move(equation), comm.size(), comm.rank(), transport);
}

RunContext connected(Deck& deck, const Equation& equation, const Decomposition& decomposition,
                     const MpiComm& comm, const TransportWish& wish) {
  TransportChoice transport = choose_transport(comm, wish, {{decomposition, deck.layer_counts()}});
  choose_halo_overlap(deck, transport.plan);
  return {deck, equation, comm, decomposition, transport};
}

RunContext run_context(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish) {
  if (!plan.candidates.empty()) return with_fastest_method(plan, comm, wish);
  return connected(plan.deck, plan.equation, plan.decomposition, comm, wish);
}

} // namespace isobar
