#pragma once
#include "pressure/run/manufactured.hpp"
#include "pressure/run/operator_symmetry.hpp"
#include "pressure/run/pressure_context.hpp"
#include "pressure/run/true_residual.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/outer_operator.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

/// The checks that a run in precision P makes of its equation. All are collective.
namespace isobar {

/// The symmetry of the whole operator. With convection it is not symmetric, and the report says so.
template <class P> std::vector<Check> operator_checks(const RunContext& c) {
  if (!c.equation.symmetric()) return {};
  const Partition part = c.decomposition.partition();
  const int nz = c.deck.grid.nz;
  MpiCommunicators<typename P::storage> communicators(c.comm, c.decomposition, nz, c.transport.plan,
                                                      P::layout);
  const EvaluatedEquation equation(c.equation, part, &c.comm);
  const GridSetup setup{equation.spec(), part, march_rules(c.deck)};
  const HostOrder<P> order(part.nx, part.rows(), nz);
  const OuterOperator<P> outer(equation, setup, order, communicators.on(0));
  return {check_symmetry<P>(make_grid<P>(setup), communicators.on(0), outer.matrix())};
}

template <class P> std::vector<Check> manufactured_checks(KnownProblem which) {
  ManufacturedProblem<P> coarse(16, which), fine(32, which);
  return ManufacturedProblem<P>::check(coarse, fine);
}

/// The problems with a known solution: one without coefficients and, if the deck has any, one with them, both in the
/// flat box. With the vertex flux also one on the deck's own domain, a panel or the sphere. With the two-point flux
/// the order on the panel is not that of the box (docs/discretisation.md, "The equation"), and the line says so.
template <class P> std::vector<Check> known_problems(const Deck& deck) {
  std::vector<Check> checks = manufactured_checks<P>(KnownProblem::box);
  if (!given_coefficients(deck).empty())
    add_checks(checks, manufactured_checks<P>(KnownProblem::factors));
  if (deck.grid.is_sphere()) add_checks(checks, manufactured_checks<P>(KnownProblem::sphere));
  else if (deck.grid.flux == Flux::vertex)
    add_checks(checks,
               manufactured_checks<P>(deck.grid.is_equiangular() ? KnownProblem::equiangular_panel
                                                                 : KnownProblem::panel));
  else if (deck.grid.is_panel())
    for (Check& check : checks)
      if (check.name.ends_with("order"))
        check.message += " (the panel's two-point flux is consistent to 3 % only)";
  return checks;
}

/// The checks of a solution: convergence, the true residual, and the known problems.
template <class P>
SolutionChecks solution_checks(const RunContext& c, const SolveControls& controls,
                               const SolveReport& solve, const HostField& right_side,
                               const HostField& solution) {
  MpiCommunicators<double> communicators(c.comm, c.decomposition, c.deck.grid.nz, c.transport.plan);
  const EvaluatedEquation equation(c.equation, c.decomposition.partition(), &c.comm);
  const SolveDemands demands = solve_demands(c.deck, controls, solve);
  const TrueResidual truth = check_true_residual(c.deck, equation, demands, solve, right_side,
                                                 solution, communicators.on(0));
  SolutionChecks checks{check_convergence(demands, solve), truth.relative};
  add_checks(checks.all, truth.checks);
  add_checks(checks.all, known_problems<P>(c.deck));
  return checks;
}

} // namespace isobar
