#include "flow/flow_levels.hpp"
#include "flow/flow_report.hpp"
#include "flow/poisson_parts.hpp"
#include "report/screen_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

using screen_part::add_timing;
using screen_part::Lines;

void add_problem(Lines out, const FlowDeck& deck, const Decomposition& d) {
  const ProcessGrid grid = d.process_grid();
  const flow::Grid& g = deck.grid;
  fmt::format_to(out, "deck         {}\n", deck.path);
  fmt::format_to(out, "grid         {} x {} x {} = {} unknowns, box {}, stretched by {}\n", g.nx,
                 g.ny, g.nz, deck.unknowns(), fmt::join(g.length, " x "),
                 fmt::join(g.stretching, " x "));
  fmt::format_to(out, "ranks        {} = {} x {}\n", d.ranks(), grid.px, grid.py);
  fmt::format_to(out, "solver       {}, {}, tolerance {:.1e}", deck::word(deck.solver.method),
                 deck::word(deck.solver.precision), deck.solver.tolerance);
  if (deck.is_poisson()) fmt::format_to(out, ", right-hand side {}", deck::word(deck.rhs.kind));
  fmt::format_to(out, "\n");
  if (!deck.levels_reason.empty()) fmt::format_to(out, "levels       {}\n", deck.levels_reason);
}

} // namespace

std::string poisson_screen(const FlowContext& c, const SolveRecord& record) {
  std::string text;
  const Lines out(text);
  add_problem(out, c.deck, c.decomposition);
  fmt::format_to(out, "halos        {}\n", c.transport.reason);
  screen_part::add_memory(out, record);
  add_timing(out, "setup", record.setup);
  screen_part::add_setup_parts(out, record);
  add_timing(out, "solve", record.solving);
  add_timing(out, "transpose", record.transpose);
  add_timing(out, "total", record.total);
  screen_part::add_kernels(out, record);
  screen_part::add_iterations(out, record);
  screen_part::add_checks_and_files(out, record);
  screen_part::add_verdict(out, record, record.mdof_per_second(c.deck.unknowns()), "MDOF/s");
  return text;
}

std::string flow_dry_run(const FlowDeck& deck, const Decomposition& d) {
  std::string text;
  const Lines out(text);
  add_problem(out, deck, d);
  const std::vector<BoxSpec> levels = levels_of_run(deck);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const Partition p = d.partition(int(l));
    fmt::format_to(out, "  level {:<2}   {} x {} x {} cells, {} x {} columns on rank 0\n", l,
                   levels[l].x.cells(), levels[l].y.cells(), levels[l].z.cells(), p.nx, p.ny);
  }
  MemoryUse most;
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const MemoryUse m =
        predicted_memory(deck, d.of_rank(rank), on_host ? Transport::device : Transport::staged);
    if (m.total() > most.total()) most = m;
  }
  screen_part::add_predicted_memory(out, most, d.ranks());
  return text;
}

} // namespace isobar
