#include "flow/flow_options.hpp"

#include "flow/flow_resolve.hpp"

#include <isobar/core/multigrid/smoother_factors.hpp>
#include <isobar/core/poisson/coarsest_factors.hpp>

#include <fmt/format.h>

namespace isobar {
namespace {

/// The factor of each step: the smoother's own, the
/// deck's, or the factors of the Chebyshev polynomial.
std::vector<double> factors(const flow::Cycle& cycle, int steps) {
  switch (cycle.smoother) {
  case flow::SmootherName::chebyshev: return chebyshev_factors(steps);
  case flow::SmootherName::jacobi:
    return std::vector(std::size_t(steps), cycle.relaxation.value_or(0.86));
  case flow::SmootherName::gauss_seidel:
    return std::vector(std::size_t(steps), cycle.relaxation.value_or(1.0));
  case flow::SmootherName::sor:
  case flow::SmootherName::automatic: break;
  }
  return std::vector(std::size_t(steps), cycle.relaxation.value_or(1.6));
}

/// The one factor of all steps on a coarsest level with a given
/// number of steps; with a Chebyshev smoother it is Jacobi's.
double coarse_factor(const flow::Cycle& cycle) {
  flow::Cycle steady = cycle;
  if (steady.smoother == flow::SmootherName::chebyshev)
    steady.smoother = flow::SmootherName::jacobi;
  return factors(steady, 1).front();
}

PoissonOptions options_of(const FlowDeck& deck, const flow::Cycle& cycle, int levels) {
  PoissonOptions o;
  o.levels = levels;
  o.cycle = cycle.kind;
  o.relaxation = is_coloured(cycle) ? Relaxation::red_black : Relaxation::jacobi;
  o.pre_relaxation = factors(cycle, cycle.before);
  o.post_relaxation = factors(cycle, cycle.after);
  o.restriction = deck.multigrid.restriction;
  o.coarse_steps = deck.multigrid.coarse_steps;
  if (deck.uses_multigrid()) o.coarsest = deck.multigrid.coarse_solver;
  o.coarse_tolerance = deck.multigrid.coarse_tolerance;
  o.coarse_relaxation = coarse_factor(cycle);
  if (!o.coarse_steps && deck.uses_multigrid())
    o.coarsest_relaxation = coarsest_factors(box_levels(deck.box(), levels).back(), o.relaxation);
  const deck::HaloOverlap overlap = deck.decomposition.overlap;
  o.rim_first = overlap == deck::HaloOverlap::rim || overlap == deck::HaloOverlap::queue;
  return o;
}

} // namespace

PoissonOptions multigrid_options(const FlowDeck& deck) {
  const flow::Multigrid& m = deck.multigrid;
  PoissonOptions o = options_of(deck, m.cycle, deck.uses_multigrid() ? m.levels.value() : 1);
  o.start = m.start;
  if (!deck.uses_multigrid()) o.coarse_steps = m.cycle.before + m.cycle.after;
  return o;
}

std::string smoother_text(const FlowDeck& deck) {
  const flow::Cycle& c = deck.multigrid.cycle;
  const std::string factor = c.relaxation ? fmt::format(" {}", *c.relaxation) : "";
  return fmt::format("{}{}, {}({},{}): {}", deck::word(c.smoother), factor, deck::word(c.kind),
                     c.before, c.after, deck.smoother_reason);
}

std::string coarsest_text(const FlowDeck& deck) {
  const std::optional<int>& given = deck.multigrid.coarse_steps;
  const BoxSpec box = box_levels(deck.box(), deck.multigrid.levels.value()).back();
  const int steps = given.value_or(int(multigrid_options(deck).coarsest_relaxation.size()));
  const CoarsestSolver solver = deck.multigrid.coarse_solver;
  if (solver == CoarsestSolver::cg || solver == CoarsestSolver::exact)
    return fmt::format("conjugate gradients for {} x {} x {} cells, {}", box.x.cells(),
                       box.y.cells(), box.z.cells(),
                       solver == CoarsestSolver::exact
                           ? std::string("to rounding")
                           : fmt::format("to {}", deck.multigrid.coarse_tolerance));
  return fmt::format("{} step{} for {} x {} x {} cells: {}", steps, steps == 1 ? "" : "s",
                     box.x.cells(), box.y.cells(), box.z.cells(),
                     given ? "given" : "by their slowest error");
}

PoissonOptions embedded_options(const FlowDeck& deck, int levels) {
  return options_of(deck, deck.amalgamation.cycle, levels);
}

} // namespace isobar
