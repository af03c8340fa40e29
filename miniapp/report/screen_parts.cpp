#include "report/screen_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar::screen_part {
namespace {

double gigabytes(Int64 bytes) { return double(bytes) / 1e9; }

void add_file(Lines out, const WrittenFile& f) {
  if (!f.problem.empty()) return;
  fmt::format_to(out, "{:<12} {}", f.what, f.name);
  if (f.checksum.bytes > 0)
    fmt::format_to(out, " ({} bytes, CRC-32 {:08x})", f.checksum.bytes, f.checksum.crc);
  fmt::format_to(out, "\n");
}

/// Adds the lines that follow the timing of setups.
void add_setup_parts(Lines out, const SolveRecord& record) {
  fmt::format_to(out, "             first {:.3f} ms", 1e3 * record.first_setup);
  for (const SetupPart& part : record.setup_parts)
    fmt::format_to(out, "{} {} {:.3f}",
                   &part == &record.setup_parts.front() ? "; parts of a later one:" : ",",
                   part.name, 1e3 * part.seconds);
  fmt::format_to(out, "\n");
}

void add_energy(Lines out, const EnergyUse& energy, Int64 unknowns) {
  if (!energy.is_known()) {
    fmt::format_to(out, "energy       not known: {}\n", energy.reason);
    return;
  }
  fmt::format_to(
      out,
      "energy       {:.4g} J a solve, {:.4g} uJ an unknown, {:.4g} W ({} of {} device{}, "
      "{} solves in {:.3f} s)\n",
      energy.joules_per_solve(), energy.microjoules_per_unknown(unknowns), energy.watts(),
      energy.source, energy.devices, energy.devices == 1 ? "" : "s", energy.solves, energy.seconds);
}

void add_iterations(Lines out, const SolveRecord& record) {
  fmt::format_to(out, "\niterations   {} ({})", record.solve.iterations,
                 to_string(record.solve.status));
  if (record.true_residual)
    fmt::format_to(out, ", true relative residual {:.3e}", *record.true_residual);
  fmt::format_to(out, "\n");
}

} // namespace

void add_timing(Lines out, const char* name, const Timing& t) {
  if (t.samples.empty()) return;
  const auto [low, high] = std::minmax_element(t.samples.begin(), t.samples.end());
  fmt::format_to(out, "{:<12} {:10.3f} ms  (min {:.3f}, max {:.3f}, {} samples)\n", name,
                 1e3 * t.median(), 1e3 * *low, 1e3 * *high, t.samples.size());
}

void add_memory(Lines out, const RunRecord& record) {
  fmt::format_to(out, "memory       {:.3f} GB a rank, predicted {:.3f}\n",
                 gigabytes(record.measured.total()), gigabytes(record.predicted.total()));
}

void add_kernels(Lines out, const RunRecord& record) {
  if (record.kernels.empty()) return;
  const CopyRate best = record.copies.best(), ordinary = record.copies.best_ordinary();
  fmt::format_to(out, "\nkernels of one fenced solve; % of the best copy's {:.1f} GB/s ({})\n",
                 best.bytes_per_second / 1e9, best.way);
  if (on_host)
    fmt::format_to(out, "a copy with ordinary stores, as kernels have them: {:.1f} GB/s\n",
                   ordinary.bytes_per_second / 1e9);
  std::size_t width = 20;
  for (const KernelRow& row : record.kernels) width = std::max(width, row.kernel.size());
  fmt::format_to(out, "{:<{}} {:>5} {:>6} {:>10} {:>8} {:>5}\n", "kernel", width, "level", "calls",
                 "ms", "GB/s", "%");
  for (const KernelRow& row : record.kernels) {
    const std::string level = row.level < 0 ? "-" : std::to_string(row.level);
    fmt::format_to(out, "{:<{}} {:>5} {:>6} {:>10.3f}", row.kernel, width, level, row.calls,
                   1e3 * row.seconds);
    if (row.bytes > 0.0 && row.seconds > 0.0)
      fmt::format_to(out, " {:>8.1f} {:>5.0f}", row.bytes / row.seconds / 1e9,
                     100.0 * row.bytes / row.seconds / best.bytes_per_second);
    fmt::format_to(out, "\n");
  }
}

void add_solve_timings(Lines out, const SolveRecord& record,
                       std::initializer_list<NamedTiming> more) {
  add_timing(out, "setup", record.setup);
  add_setup_parts(out, record);
  for (const auto& [name, timing] : more) add_timing(out, name, timing);
  add_timing(out, "solve", record.solving);
  add_timing(out, "transpose", record.transpose);
  add_timing(out, "total", record.total);
}

void add_solves(Lines out, const SolveRecord& record, Int64 unknowns) {
  add_energy(out, record.energy, unknowns);
  add_kernels(out, record);
  add_iterations(out, record);
}

void add_checks_and_files(Lines out, const RunRecord& record) {
  for (const Check& c : record.checks)
    fmt::format_to(out, "  {} {}: {}\n", c.passed ? "pass" : "FAIL", c.name, c.message);
  for (const WrittenFile& f : record.files) add_file(out, f);
}

void add_verdict(Lines out, const RunRecord& record, double merit, const char* unit,
                 const std::string& figure) {
  const std::string reason = record.invalid_reason();
  if (reason.empty()) fmt::format_to(out, "RESULT: VALID\n{}: {:.3f} {}\n", figure, merit, unit);
  else if (record.is_only_unverified())
    fmt::format_to(out, "RESULT: UNVERIFIED ({})\n", record.checks.back().message);
  else fmt::format_to(out, "RESULT: INVALID ({})\n", reason);
}

void add_ranks(Lines out, const Decomposition& d) {
  const ProcessGrid grid = d.process_grid();
  if (!d.is_of_sphere()) {
    fmt::format_to(out, "ranks        {} = {} x {}\n", d.ranks(), grid.px, grid.py);
    return;
  }
  const Partition part = d.partition();
  fmt::format_to(out, "ranks        {}, each with {} patches of {} x {} columns\n", d.ranks(),
                 part.sphere.count, part.nx, part.rows().rows);
}

void add_ranks_of_level(Lines out, int ranks, const Decomposition& d) {
  if (ranks < d.ranks()) fmt::format_to(out, ", on {} rank{}", ranks, ranks == 1 ? "" : "s");
}

void add_predicted_memory(Lines out, const Decomposition& d, const MemoryOfRank& need) {
  MemoryUse most;
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const MemoryUse use = need(d.of_rank(rank));
    if (use.total() > most.total()) most = use;
  }
  add_predicted_memory(out, most, d.ranks());
}

void add_predicted_memory(Lines out, const MemoryUse& most, int ranks) {
  fmt::format_to(out,
                 "memory       {:.3f} GB a rank at the most: {:.3f} GB fields, {:.3f} GB host\n",
                 gigabytes(most.total()), gigabytes(most.device), gigabytes(most.host));
  fmt::format_to(out, "             {:.3f} GB on all ranks together\n",
                 gigabytes(most.total() * ranks));
}

} // namespace isobar::screen_part
