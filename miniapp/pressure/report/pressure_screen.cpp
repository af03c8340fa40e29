#include "pressure/report/cells_advice.hpp"
#include "pressure/report/class_report.hpp"
#include "pressure/report/pressure_report.hpp"
#include "pressure/run/predicted_memory.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "report/screen_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

using screen_part::Lines;

void add_equation(Lines out, const Deck& deck, const Equation& equation) {
  const std::vector<std::string> given = given_coefficients(deck);
  if (given.empty()) return;
  fmt::format_to(out, "equation     {}{}{}{}\n", fmt::join(given, "; "),
                 equation.symmetric() ? "" : "; not symmetric",
                 equation.factorises() ? "" : "; does not factorise",
                 equation.inclined() ? "; multigrid does not know the layers' inclination" : "");
}

/// `method` is the word for the method, given by the deck or chosen.
void add_problem(Lines out, const Deck& deck, const Equation& equation, const Decomposition& d,
                 deck::Word method) {
  fmt::format_to(out, "deck         {}\n", deck.path);
  fmt::format_to(out, "grid         {}{} x {} x {} = {} unknowns, {}, {}{} layers\n",
                 deck.grid.is_sphere() ? "6 x " : "", deck.grid.nx, deck.grid.ny, deck.grid.nz,
                 deck.unknowns(), deck::word(deck.grid.domain),
                 deck.grid.flux == Flux::vertex ? "vertex flux, " : "",
                 deck.grid.has_interfaces() ? "own" : deck::word(deck.grid.spacing));
  fmt::format_to(out, "physics      time step {:.6g} s, horizontal CFL number {:.4g}\n",
                 *deck.physics.time_step, *deck.physics.cfl);
  add_equation(out, deck, equation);
  screen_part::add_ranks(out, d);
  fmt::format_to(out, "solver       {}, {}, {}, tolerance {:.1e}, right-hand side {}\n", method,
                 deck::word(deck.solver.precision), deck::word(deck.fields.layout),
                 deck.solver.tolerance, deck::word(deck.rhs.kind));
  if (!deck.levels_reason.empty()) fmt::format_to(out, "levels       {}\n", deck.levels_reason);
}

/// A line for each step of a sequence.
void add_steps(Lines out, const RunResult& result) {
  for (std::size_t n = 0; n < result.steps.size(); ++n) {
    const StepRecord& step = result.steps[n];
    fmt::format_to(out, "  step {}: {:.6g} s, {:.6g} m/s, {} (seed {}): {} iterations", n,
                   step.time_step, step.sound_speed, step.right_side, step.seed, step.iterations);
    if (step.verified > 0)
      fmt::format_to(out, ", true relative residual {:.3e}", step.true_residual);
    fmt::format_to(out, "\n");
  }
}

} // namespace

std::string screen_report(const RunContext& context, const RunResult& result,
                          const Official* official) {
  std::string text;
  const Lines out(text);
  add_problem(out, context.deck, context.equation, context.decomposition,
              deck::word(*context.deck.solver.method));
  if (!context.choice.candidates.empty())
    fmt::format_to(out, "method       {}\n", context.choice.reason);
  fmt::format_to(out, "halos        {}\n", context.transport.reason);
  screen_part::add_memory(out, result);
  screen_part::add_solve_timings(out, result,
                                 {{"update", result.update}, {"sequence", result.sequence}});
  const Int64 unknowns = context.deck.unknowns();
  screen_part::add_solves(out, result, unknowns);
  add_steps(out, result);
  if (const std::string advice =
          cells_advice(context.deck, context.equation, result.distance, result.solve);
      !advice.empty())
    fmt::format_to(out, "advice       {}\n", advice);
  screen_part::add_checks_and_files(out, result);
  if (official != nullptr) screen_part::add_official(out, *official);
  screen_part::add_verdict(out, result, result.mdof_per_second(unknowns), "MDOF/s",
                           official != nullptr ? official->figure_name() : "FOM");
  return text;
}

std::string dry_run_report(const PlannedRun& plan) {
  std::string text;
  const Lines out(text);
  const Decomposition& decomposition = plan.decomposition;
  const bool is_open = !plan.candidates.empty();
  add_problem(out, plan.deck, plan.equation, decomposition,
              is_open ? "auto" : deck::word(*plan.deck.solver.method));
  if (is_open) fmt::format_to(out, "method       {}\n", candidates_text(plan.candidates));
  const std::vector<LevelOfRun> levels = levels_of_run(plan.deck, decomposition);
  fmt::format_to(out, "columns      {} levels, {} of at most {} are distributed over ranks\n",
                 levels.size(), decomposition.levels(), decomposition.max_levels());
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const LevelOfRun& level = levels[l];
    fmt::format_to(out, "  level {:<2}   {} x {} columns, {} x {} on rank 0", l, level.nx, level.ny,
                   level.of_rank_0.nx, level.of_rank_0.ny);
    screen_part::add_ranks_of_level(out, level.ranks, decomposition);
    if (level.overlap > 0) fmt::format_to(out, ", {} computed by all ranks", level.computed);
    fmt::format_to(out, "\n");
  }
  screen_part::add_predicted_memory(out, decomposition, [&](const Decomposition& of_rank) {
    return largest_memory(plan, of_rank.rank(), largest_buffers);
  });
  return text;
}

} // namespace isobar
