#include "deck/deck_merges.hpp"
#include "flow/flow_resolve.hpp"

#include <algorithm>
#include <fmt/format.h>

/// Checks whether the numbers of solver, multigrid and amalgamation fit each other.
namespace isobar {
namespace {

void check_direct(const FlowDeck& deck) {
  if (deck.solver.method != flow::PoissonMethod::direct) return;
  if (deck.grid.stretching[0] != 1.0 || deck.grid.stretching[1] != 1.0)
    throw InputError(describe(deck, "grid.stretching") +
                     ": solver.method = \"direct\" needs equal cells in x and in y; expected 1 "
                     "there, or \"multigrid\" as solver.method");
  if (deck.grid.stretching[2] != 1.0 && deck.box().z.is_periodic())
    throw InputError(describe(deck, "grid.stretching") +
                     ": solver.method = \"direct\" needs equal cells in a periodic z; expected 1 "
                     "there, or \"multigrid\" as solver.method");
}

void check_precision(const FlowDeck& deck) {
  if (deck.solver.precision == flow::Precision::mixed && !deck.uses_multigrid())
    throw InputError(fmt::format("{}: solver.method = \"{}\" has no cycle to do in float; expected "
                                 "\"double\" or \"float\", or \"multigrid\" as solver.method",
                                 describe(deck, "solver.precision"),
                                 deck::word(deck.solver.method)));
}

void check_steps(const FlowDeck& deck, const flow::Cycle& cycle, const char* section) {
  if (cycle.before + cycle.after == 0)
    throw InputError(fmt::format("{}: {}.before and {}.after are both 0; expected at least one "
                                 "smoothing step",
                                 describe(deck, fmt::format("{}.after", section)), section,
                                 section));
}

/// Checks that ranks become fewer from stage to stage, and levels coarser.
void check_stages(const FlowDeck& deck) {
  const flow::Amalgamation& a = deck.amalgamation;
  if (a.form == flow::MergeForm::all_gather && deck.is_given("amalgamation.ranks"))
    throw InputError(describe(deck, "amalgamation.ranks") +
                     ": amalgamation.form = \"all-gather\" gives the level to all ranks; expected "
                     "none, or \"gather\" as amalgamation.form");
  if (a.stages.size() + 1 != a.ranks.size())
    throw InputError(fmt::format("{}: {} levels for {} numbers of ranks; expected one for each but "
                                 "the first",
                                 describe(deck, "amalgamation.stages"), a.stages.size(),
                                 a.ranks.size()));
  for (std::size_t n = 1; n < a.ranks.size(); ++n)
    if (a.ranks[n] >= a.ranks[n - 1] || a.ranks[n - 1] % a.ranks[n] != 0)
      throw InputError(fmt::format("{}: {} behind {}; expected a smaller number that divides it",
                                   describe(deck, "amalgamation.ranks"), a.ranks[n],
                                   a.ranks[n - 1]));
  for (std::size_t n = 0; n < a.stages.size(); ++n) {
    const int before = n == 0 ? a.level : a.stages[n - 1];
    if (a.stages[n] <= before)
      throw InputError(fmt::format("{}: level {} behind {}; expected a coarser one, of a larger "
                                   "number",
                                   describe(deck, "amalgamation.stages"), a.stages[n], before));
  }
}

/// The first key of [amalgamation] that excludes multigrid.merge and does not have its default value; null if there is none.
const char* key_beside_merges(const flow::Amalgamation& a) {
  const flow::Amalgamation none;
  return a.level != none.level     ? "amalgamation.level"
         : a.ranks != none.ranks   ? "amalgamation.ranks"
         : a.stages != none.stages ? "amalgamation.stages"
         : a.form != none.form     ? "amalgamation.form"
                                   : nullptr;
}

void check_amalgamation(const FlowDeck& deck) {
  if (!deck.uses_multigrid()) return;
  deck::check_merges(deck, deck.multigrid.merges, key_beside_merges(deck.amalgamation));
  if (deck.merges().empty()) return;
  const std::optional<int>& levels = deck.multigrid.levels;
  if (levels && deck.amalgamation.level >= *levels)
    throw InputError(fmt::format("{}: multigrid.levels is {}; expected less",
                                 describe(deck, "amalgamation.level"), *levels));
  check_steps(deck, deck.amalgamation.cycle, "amalgamation");
  check_stages(deck);
}

/// The smallest width of the last cell over that of the others on any level, for axes without a flux through their end.
double narrowest_last_cell(const FlowDeck& deck) {
  double narrowest = 1.0;
  for (const BoxSpec& box : box_levels(deck.box(), deck.multigrid.levels.value_or(20)))
    for (const Axis* axis : {&box.x, &box.y, &box.z})
      if (axis->high == Boundary::neumann)
        narrowest = std::min(narrowest, axis->width(axis->cells() - 1) / axis->width(0));
  return narrowest;
}

/// Warns of full weighting beside a narrow last cell, which gets half of the residual of the wide one beside it.
/// Boxes of 17 cells a side converge, of 33 hardly and of 65 not (docs/poisson.md, "The smoother that is chosen").
void warn_of_full_weighting(FlowDeck& deck) {
  if (!deck.uses_multigrid() || deck.multigrid.restriction != Restriction::transpose) return;
  const double narrowest = narrowest_last_cell(deck);
  if (narrowest > 1.0 / 32) return;
  deck.warnings.push_back(fmt::format(
      "{}: may not converge, as the last cell of a coarse level is {:.3g} times as wide as the "
      "others beside a side without flow; expected \"average\", or a number of cells that is not a "
      "power of two and one more",
      describe(deck, "multigrid.restriction"), narrowest));
}

/// Refuses injection after red-black steps: the lowest children all have
/// one colour, and red-black steps leave residuals of one colour only.
void check_injection(const FlowDeck& deck) {
  if (!deck.uses_multigrid() || deck.multigrid.restriction != Restriction::injection) return;
  for (const auto& [section, cycle] : {std::pair{"multigrid", &deck.multigrid.cycle},
                                       std::pair{"amalgamation", &deck.amalgamation.cycle}}) {
    if (!is_coloured(*cycle) || (cycle == &deck.amalgamation.cycle && deck.merges().empty()))
      continue;
    throw InputError(fmt::format("{}: does not converge behind red-black steps, and {}.smoother is "
                                 "\"{}\"; expected \"jacobi\" or \"chebyshev\" there",
                                 describe(deck, "multigrid.restriction"), section,
                                 deck::word(cycle->smoother)));
  }
}

} // namespace

void resolve_solver(FlowDeck& deck) {
  check_direct(deck);
  check_precision(deck);
  resolve_smoothers(deck);
  if (deck.solver.method != flow::PoissonMethod::direct)
    check_steps(deck, deck.multigrid.cycle, "multigrid");
  check_amalgamation(deck);
  check_injection(deck);
  warn_of_full_weighting(deck);
}

} // namespace isobar
