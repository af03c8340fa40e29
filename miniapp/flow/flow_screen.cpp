#include "flow/flow_levels.hpp"
#include "flow/flow_options.hpp"
#include "flow/flow_report.hpp"
#include "flow/flow_run.hpp"
#include "flow/poisson_parts.hpp"
#include "report/screen_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

using screen_part::Lines;

void add_fluid(Lines out, const FlowDeck& deck) {
  fmt::format_to(out, "fluid        viscosity {:.6g}", *deck.fluid.viscosity);
  if (deck.has_temperature())
    fmt::format_to(out, ", diffusivity {:.6g}, buoyancy {:.6g}", *deck.fluid.diffusivity,
                   *deck.fluid.buoyancy);
  fmt::format_to(out, ", {}\n", deck::word(deck.time.scheme));
}

void add_problem(Lines out, const FlowDeck& deck, const Decomposition& d) {
  const flow::Grid& g = deck.grid;
  fmt::format_to(out, "deck         {}\n", deck.path);
  fmt::format_to(out, "grid         {} x {} x {} = {} unknowns, box {}, stretched by {}\n", g.nx,
                 g.ny, g.nz, deck.unknowns(), fmt::join(g.length, " x "),
                 fmt::join(g.stretching, " x "));
  if (deck.is_flow()) add_fluid(out, deck);
  screen_part::add_ranks(out, d);
  fmt::format_to(out, "solver       {}, {}, tolerance {:.1e}", deck::word(deck.solver.method),
                 deck::word(deck.solver.precision), deck.solver.tolerance);
  if (deck.is_poisson()) fmt::format_to(out, ", right-hand side {}", deck::word(deck.rhs.kind));
  fmt::format_to(out, "\n");
  if (!deck.uses_multigrid()) return;
  fmt::format_to(out, "smoother     {}\n", smoother_text(deck));
  fmt::format_to(out, "levels       {}\n", deck.levels_reason);
  fmt::format_to(out, "coarsest     {}\n", coarsest_text(deck));
}

} // namespace

std::string box_screen(const FlowContext& c, const SolveRecord& record) {
  std::string text;
  const Lines out(text);
  add_problem(out, c.deck, c.decomposition);
  fmt::format_to(out, "halos        {}\n", c.transport.reason);
  screen_part::add_memory(out, record);
  screen_part::add_solve_timings(out, record);
  screen_part::add_solves(out, record, c.deck.unknowns());
  screen_part::add_checks_and_files(out, record);
  screen_part::add_verdict(out, record, record.mdof_per_second(c.deck.unknowns()), "MDOF/s");
  return text;
}

std::string box_screen(const FlowContext& c, const FlowRecord& r) {
  std::string text;
  const Lines out(text);
  add_problem(out, c.deck, c.decomposition);
  fmt::format_to(out, "halos        {}\n", c.transport.reason);
  screen_part::add_memory(out, r);
  fmt::format_to(out, "setup        {:10.3f} ms\n", 1e3 * r.setup);
  const double mean = r.steps > 1 ? r.steps_seconds / double(r.steps - 1) : r.first_step;
  fmt::format_to(out, "step         {:10.3f} ms  (mean of {}; first {:.3f})\n", 1e3 * mean,
                 std::max<Int64>(r.steps - 1, 1), 1e3 * r.first_step);
  screen_part::add_kernels(out, r);
  fmt::format_to(out, "\ntime         {:.6g} after {} steps, ended by {}\n", r.clock.time,
                 r.clock.steps, r.ended_by);
  const IterationCounts& counts = r.pressure.all();
  fmt::format_to(out,
                 "pressure     {} solves, {} iterations, {} to {} in one, {:.2f} in the mean\n",
                 counts.solves, counts.iterations, counts.least, counts.most, counts.mean());
  fmt::format_to(out, "change       {:.3e} per unit of time, kinetic energy {:.6g}\n", r.change,
                 r.energy);
  for (const WallFlux& flux : r.fluxes)
    fmt::format_to(out, "heat flux    {:.6g} from the {} wall, mean\n", flux.mean, flux.side);
  if (r.heat_flux)
    fmt::format_to(out, "heat flux    {:.6g} in x, y and z, mean of the box\n",
                   fmt::join(*r.heat_flux, ", "));
  screen_part::add_checks_and_files(out, r);
  screen_part::add_verdict(out, r, r.merit(c.deck.unknowns()), flow_merit_unit);
  return text;
}

std::string flow_dry_run(const FlowDeck& deck, const Decomposition& d) {
  std::string text;
  const Lines out(text);
  add_problem(out, deck, d);
  const std::vector<LevelOfBox> levels = levels_of_run(deck, d);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const auto& [box, ranks, part] = levels[l];
    fmt::format_to(out, "  level {:<2}   {} x {} x {} cells, {} x {} columns on rank 0", l,
                   box.x.cells(), box.y.cells(), box.z.cells(), part.nx, part.ny);
    screen_part::add_ranks_of_level(out, ranks, d);
    fmt::format_to(out, "\n");
  }
  screen_part::add_predicted_memory(out, d, [&](const Decomposition& of_rank) {
    return predicted_memory(deck, of_rank, largest_buffers);
  });
  return text;
}

} // namespace isobar
