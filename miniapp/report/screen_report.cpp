#include "report/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace isobar {
namespace {

using Lines = std::back_insert_iterator<std::string>;

double gigabytes(Int64 bytes) { return double(bytes) / 1e9; }

void add_equation(Lines out, const Deck& deck, const Equation& equation) {
  const std::vector<std::string> given = given_coefficients(deck);
  if (given.empty()) return;
  fmt::format_to(out, "equation     {}{}{}\n", fmt::join(given, "; "),
                 equation.symmetric() ? "" : "; not symmetric",
                 equation.factorises() ? "" : "; does not factorise");
}

void add_problem(Lines out, const Deck& deck, const Equation& equation, const Decomposition& d) {
  const ProcessGrid grid = d.process_grid();
  fmt::format_to(out, "deck         {}\n", deck.path);
  fmt::format_to(out, "grid         {} x {} x {} = {} unknowns, {}, {} layers\n", deck.grid.nx,
                 deck.grid.ny, deck.grid.nz, Int64(deck.grid.nx) * deck.grid.ny * deck.grid.nz,
                 deck::word(deck.grid.domain),
                 deck.grid.has_interfaces() ? "own" : deck::word(deck.grid.spacing));
  fmt::format_to(out, "physics      time step {:.6g} s, horizontal CFL number {:.4g}\n",
                 *deck.physics.time_step, *deck.physics.cfl);
  add_equation(out, deck, equation);
  fmt::format_to(out, "ranks        {} = {} x {}\n", d.ranks(), grid.px, grid.py);
  fmt::format_to(out, "solver       {}, {}, {}, tolerance {:.1e}, right-hand side {}\n",
                 deck::word(deck.solver.method), deck::word(deck.solver.precision),
                 deck::word(deck.fields.layout), deck.solver.tolerance, deck::word(deck.rhs.kind));
  if (!deck.levels_reason.empty()) fmt::format_to(out, "levels       {}\n", deck.levels_reason);
}

void add_timing(Lines out, const char* name, const Timing& t) {
  if (t.samples.empty()) return;
  const auto [low, high] = std::minmax_element(t.samples.begin(), t.samples.end());
  fmt::format_to(out, "{:<12} {:10.3f} ms  (min {:.3f}, max {:.3f}, {} samples)\n", name,
                 1e3 * t.median(), 1e3 * *low, 1e3 * *high, t.samples.size());
}

void add_kernels(Lines out, const RunResult& result) {
  if (result.kernels.empty()) return;
  const CopyRate best = result.copies.best(), ordinary = result.copies.best_ordinary();
  fmt::format_to(out, "\nkernels of one fenced solve; % of the best copy's {:.1f} GB/s ({})\n",
                 best.bytes_per_second / 1e9, best.way);
  if (on_host)
    fmt::format_to(out, "a copy with ordinary stores, as kernels have them: {:.1f} GB/s\n",
                   ordinary.bytes_per_second / 1e9);
  fmt::format_to(out, "{:<20} {:>5} {:>6} {:>10} {:>8} {:>5}\n", "kernel", "level", "calls", "ms",
                 "GB/s", "%");
  for (const KernelRow& row : result.kernels) {
    const std::string level = row.level < 0 ? "-" : std::to_string(row.level);
    fmt::format_to(out, "{:<20} {:>5} {:>6} {:>10.3f}", row.kernel, level, row.calls,
                   1e3 * row.seconds);
    if (row.bytes > 0.0 && row.seconds > 0.0)
      fmt::format_to(out, " {:>8.1f} {:>5.0f}", row.bytes / row.seconds / 1e9,
                     100.0 * row.bytes / row.seconds / best.bytes_per_second);
    fmt::format_to(out, "\n");
  }
}

void add_setup_parts(Lines out, const RunResult& result) {
  fmt::format_to(out, "             first {:.3f} ms", 1e3 * result.first_setup);
  for (const SetupPart& part : result.setup_parts)
    fmt::format_to(out, "{} {} {:.3f}", &part == &result.setup_parts.front() ? "; parts:" : ",",
                   part.name, 1e3 * part.seconds);
  fmt::format_to(out, "\n");
}

void add_file(Lines out, const WrittenFile& f) {
  if (!f.problem.empty()) return;
  fmt::format_to(out, "{:<12} {}", f.what, f.name);
  if (f.checksum.bytes > 0)
    fmt::format_to(out, " ({} bytes, CRC-32 {:08x})", f.checksum.bytes, f.checksum.crc);
  fmt::format_to(out, "\n");
}

} // namespace

std::string screen_report(const RunContext& context, const RunResult& result) {
  std::string text;
  const Lines out(text);
  add_problem(out, context.deck, context.equation, context.decomposition);
  fmt::format_to(out, "halos        {}\n", context.transport.reason);
  fmt::format_to(out, "memory       {:.3f} GB a rank, predicted {:.3f}\n",
                 gigabytes(result.measured.total()), gigabytes(result.predicted.total()));
  add_timing(out, "setup", result.setup);
  add_setup_parts(out, result);
  add_timing(out, "update", result.update);
  add_timing(out, "solve", result.solving);
  add_timing(out, "transpose", result.transpose);
  add_timing(out, "total", result.total);
  add_kernels(out, result);
  fmt::format_to(out, "\niterations   {} ({})", result.solve.iterations,
                 to_string(result.solve.status));
  if (result.true_residual)
    fmt::format_to(out, ", true relative residual {:.3e}", *result.true_residual);
  fmt::format_to(out, "\n");
  for (const Check& c : result.checks)
    fmt::format_to(out, "  {} {}: {}\n", c.passed ? "pass" : "FAIL", c.name, c.message);
  for (const WrittenFile& f : result.files) add_file(out, f);
  const std::string reason = result.invalid_reason();
  if (!reason.empty()) {
    fmt::format_to(out, "RESULT: INVALID ({})\n", reason);
    return text;
  }
  const deck::Grid& g = context.deck.grid;
  fmt::format_to(out, "RESULT: VALID\nFOM: {:.3f} MDOF/s\n",
                 result.mdof_per_second(Int64(g.nx) * g.ny * g.nz));
  return text;
}

std::string dry_run_report(const Deck& deck, const Equation& equation,
                           const Decomposition& decomposition) {
  std::string text;
  const Lines out(text);
  add_problem(out, deck, equation, decomposition);
  const std::vector<LevelOfRun> levels = levels_of_run(deck, decomposition);
  fmt::format_to(out, "columns      {} levels, {} of at most {} are dealt to ranks\n",
                 levels.size(), decomposition.levels(), decomposition.max_levels());
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const LevelOfRun& level = levels[l];
    fmt::format_to(out, "  level {:<2}   {} x {} columns, {} x {} on rank 0", l, level.nx, level.ny,
                   level.of_rank_0.nx, level.of_rank_0.ny);
    if (level.ranks < decomposition.ranks())
      fmt::format_to(out, ", on {} rank{}", level.ranks, level.ranks == 1 ? "" : "s");
    if (level.overlap > 0) fmt::format_to(out, ", {} computed by all ranks", level.computed);
    fmt::format_to(out, "\n");
  }
  MemoryUse most;
  for (int rank = 0; rank < decomposition.ranks(); ++rank) {
    const MemoryUse m = predicted_memory(deck, equation, decomposition.of_rank(rank),
                                         on_host ? Transport::device : Transport::staged);
    if (m.total() > most.total()) most = m;
  }
  fmt::format_to(out,
                 "memory       {:.3f} GB a rank at the most: {:.3f} GB fields, {:.3f} GB host\n",
                 gigabytes(most.total()), gigabytes(most.device), gigabytes(most.host));
  fmt::format_to(out, "             {:.3f} GB on all ranks together\n",
                 gigabytes(most.total() * decomposition.ranks()));
  return text;
}

} // namespace isobar
