#include "pressure/classes/class_sizes.hpp"

#include "io/files.hpp"
#include "io/terminal.hpp"
#include "pressure/run/pressure_run.hpp"
#include "run/progress.hpp"
#include "run/timed.hpp"

#include <isobar/comm/transport/device.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace isobar {
namespace {

constexpr int unit_on_panel = 32, unit_on_sphere = 16;

/// The smaller sizes are for comparison and have no figure of merit. So they
/// take a quarter of the seconds; the least number of repeats stays the same.
constexpr double part_of_seconds = 0.25;

/// Returns why a deck with `columns` columns a side cannot run after one
/// with `larger`; empty if it can. `own` is the result of the run so far.
std::string reason_against(const Deck& deck, int columns, int larger, const RunResult& own) {
  if (own.interrupted) return "not run: interrupted";
  if (!own.is_valid()) return "not run: the class's own size is not valid";
  if (deck.grid.nx != columns || deck.grid.ny != columns)
    return "not run: grid.nx or grid.ny is not the class's";
  if (columns >= larger) return fmt::format("not run: no fewer columns than the {} before", larger);
  return {};
}

SizeRecord unrun(int columns, const Deck& own, const std::string& reason) {
  SizeRecord size;
  size.columns = columns;
  size.unknowns = own.unknowns() / (Int64(own.grid.nx) * own.grid.ny) * columns * columns;
  size.reason = reason;
  return size;
}

SizeRecord run_size(const MpiComm& comm, Deck deck, const TransportWish& wish, RunResult& own) {
  if (ProgressLines(deck.run.progress, comm.rank()).is_due())
    print_progress(fmt::format("the class with {} columns a side\n", deck.grid.nx));
  deck.output = {};
  deck.run.kernel_timings = false;
  deck.sequence.least_seconds *= part_of_seconds;
  std::optional<PlannedRun> plan;
  throw_on_all(comm, input_problem([&] { plan = plan_run(std::move(deck), comm, wish.way); }));
  const RunContext context = run_context(*plan, comm, wish);
  Outputs none(context);
  MemoryMeter meter;
  const RunResult result = run(context, none, meter);
  own.interrupted = own.interrupted || result.interrupted;
  return size_record(context.deck, result);
}

} // namespace

int columns_of_part(int columns, int part, bool on_sphere) {
  const int unit = on_sphere ? unit_on_sphere : unit_on_panel;
  return (columns + part * unit - 1) / (part * unit) * unit;
}

SizeRecord size_record(const Deck& deck, const RunResult& result) {
  SizeRecord size;
  size.columns = deck.grid.nx;
  size.method = deck::word(*deck.solver.method);
  size.unknowns = deck.unknowns();
  size.was_run = true;
  size.reason = result.invalid_reason();
  size.repeats = int(result.sequence.samples.size());
  for (const StepRecord& step : result.steps)
    size.iterations = std::max(size.iterations, step.iterations);
  size.repeat = result.sequence.median();
  size.setup = result.setup.median();
  size.update = result.update.median();
  size.solve = result.solving.median();
  size.true_residual = result.true_residual.value_or(0.0);
  size.step = result.step_of_model();
  return size;
}

ClassSizes run_smaller_sizes(const MpiComm& comm, const Deck& own,
                             const std::function<Deck(int columns)>& deck_at,
                             const TransportWish& wish, RunResult& result) {
  ClassSizes sizes;
  sizes.devices = count_devices(comm);
  sizes.nodes = int(sum_over_ranks(comm, Int64(comm.node().rank() == 0)));
  int larger = own.grid.nx;
  for (const int part : {2, 4}) {
    const int columns = columns_of_part(own.grid.nx, part, own.grid.is_sphere());
    std::string reason;
    try {
      Deck deck = deck_at(columns);
      reason = reason_against(deck, columns, larger, result);
      if (reason.empty()) sizes.smaller.push_back(run_size(comm, std::move(deck), wish, result));
    } catch (const InputError& e) { // the plan's error, the same on all ranks
      reason = fmt::format("not run: {}", e.what());
    }
    if (!reason.empty()) sizes.smaller.push_back(unrun(columns, own, reason));
    larger = columns;
  }
  return sizes;
}

} // namespace isobar
