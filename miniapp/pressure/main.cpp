#include "io/terminal.hpp"
#include "pressure/classes/class_sizes.hpp"
#include "pressure/classes/filled_columns.hpp"
#include "pressure/classes/official.hpp"
#include "pressure/deck/deck_files.hpp"
#include "pressure/report/pressure_report.hpp"
#include "pressure/run/pressure_run.hpp"
#include "program/program.hpp"
#include "program/run_agreement.hpp"
#include "run/progress.hpp"

#include <isobar/comm/transport/device.hpp>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace {

using namespace isobar;

using KokkosScope = std::optional<Kokkos::ScopeGuard>;

void start_kokkos(const MpiComm& comm, KokkosScope& kokkos) {
  if (kokkos) return;
  const DeviceSelection device = select_device_aloud(comm);
  return_freed_memory();
  kokkos.emplace(kokkos_settings(device));
}

/// What is to be run: a deck, or a class's.
struct Task {
  Deck deck;
  std::optional<ClassRun> of_class;
  std::function<Deck(int columns)> deck_at; ///< of the class
};

Task task_of_class(const Options& options, const MpiComm& comm, KokkosScope& kokkos) {
  ProblemClass c = problem_class(options.problem_class, options.algorithm);
  const auto deck_at = [c, &options](int columns) {
    ProblemClass sized = c;
    sized.columns = columns;
    return class_deck(sized, pressure_program.inputs("classes"), options.deck, options.overrides);
  };
  Deck deck = deck_at(c.columns); // before devices are looked for, so that bad input is said first
  if (c.fill) {
    start_kokkos(comm, kokkos);
    c.columns = filled_columns(comm, *c.fill, deck_at, options.transport);
    deck = deck_at(c.columns);
  }
  ClassRun of_class = class_run(comm, c, deck, options.ranks_per_host);
  return {std::move(deck), std::move(of_class), deck_at};
}

int solve(const RunContext& context, const Task& task, const TransportWish& wish) {
  Outputs outputs(context.deck, context.comm);
  show_removed(outputs);
  if (const std::string problem = memory_problem(context); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
    return bad_environment;
  }
  catch_signals();
  RunResult result = run(context, outputs);
  ClassSizes sizes;
  if (task.of_class)
    sizes = run_smaller_sizes(context.comm, context.deck, task.deck_at, wish, result);
  // Again for each: files that could not be written are known only then.
  const auto with_official = [&](const auto& say) {
    if (!task.of_class) return say(nullptr);
    const Official judged = official(*task.of_class, context.deck, result, sizes);
    return say(&judged);
  };
  return finish(
      context.comm, result, outputs,
      [&](const nlohmann::json& environment) {
        return with_official(
            [&](const Official* o) { return report(context, result, environment, o); });
      },
      [&] {
        return with_official([&](const Official* o) { return screen_report(context, result, o); });
      });
}

/// The files that a run of this deck reads. Of fields each rank reads its part.
std::vector<FileToRead> files_of(const Deck& deck) {
  std::vector<FileToRead> files;
  deck::for_input_files(deck, [&](const std::string& key, const std::string& path) {
    const bool rhs = key == "rhs.file";
    if (path.empty() || (rhs && deck.rhs.kind != deck::RhsKind::file)) return;
    const bool field = rhs || key.ends_with("_cells");
    files.push_back({key, path, field ? FileShare::sample : FileShare::whole});
  });
  return files;
}

int run_deck(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, deck_reference());
  KokkosScope kokkos;
  const auto read = [&] { return read_deck(options.deck, options.overrides); };
  const Task task = options.problem_class.empty() ? Task{agreed_deck(comm, read, files_of), {}, {}}
                                                  : task_of_class(options, comm, kokkos);
  show_unused(comm, task.deck);
  PlannedRun plan = plan_run(task.deck, comm, options.transport);
  if (options.action == Action::dry_run)
    return show(comm, dry_run_report(plan.deck, plan.equation, plan.decomposition) +
                          (task.of_class ? class_outlook(*task.of_class) : ""));
  start_kokkos(comm, kokkos);
  const TransportWish wish{options.transport, options.ranks_per_host};
  return solve(run_context(plan, comm, wish), task, wish);
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, pressure_program, run_deck); }
