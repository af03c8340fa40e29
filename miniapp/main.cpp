#include "classes/filled_columns.hpp"
#include "classes/official.hpp"
#include "io/terminal.hpp"
#include "problem/cfl_factor.hpp"
#include "problem/time_steps.hpp"
#include "program/program.hpp"
#include "report/report.hpp"
#include "run/application.hpp"
#include "run/progress.hpp"

#include <isobar/comm/device.hpp>

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
};

Task task_of_class(const Options& options, const MpiComm& comm, KokkosScope& kokkos) {
  ProblemClass c = problem_class(options.problem_class, options.algorithm);
  const auto read = [&](int columns) {
    c.columns = columns;
    return class_deck(c, pressure_program.inputs("classes"), options.deck, options.overrides);
  };
  Deck deck = read(c.columns); // before devices are looked for, so that bad input is said first
  if (c.fill) {
    start_kokkos(comm, kokkos);
    deck = read(filled_columns(comm, *c.fill, read, options.transport));
  }
  ClassRun of_class = class_run(comm, c, deck, options.ranks_per_host);
  return {std::move(deck), std::move(of_class)};
}

int solve(const RunContext& context, const std::optional<ClassRun>& of_class) {
  Outputs outputs(context.deck, context.comm);
  show_removed(outputs);
  if (const std::string problem = memory_problem(context); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
    return bad_environment;
  }
  catch_signals();
  RunResult result = run(context, outputs);
  // Again for each: files that could not be written are known only then.
  const auto with_official = [&](const auto& say) {
    if (!of_class) return say(nullptr);
    const Official judged = official(*of_class, result);
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

int run_deck(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, deck_reference());
  KokkosScope kokkos;
  Task task = options.problem_class.empty() ? Task{read_deck(options.deck, options.overrides), {}}
                                            : task_of_class(options, comm, kokkos);
  Deck& deck = task.deck;
  show_unused(comm, deck);
  const Equation equation = checked_equation(deck, comm);
  choose_levels(deck, equation.spec, comm.size(), options.transport,
                cfl_factor(equation, deck.grid.nx, deck.grid.ny) * cfl_factor_of_steps(deck));
  const Decomposition decomposition = decompose(deck, equation.spec, comm.size(), comm.rank());
  if (options.action == Action::dry_run)
    return show(comm, dry_run_report(deck, equation, decomposition) +
                          (task.of_class ? class_outlook(*task.of_class) : ""));
  start_kokkos(comm, kokkos);
  TransportChoice transport = choose_transport(comm, {options.transport, options.ranks_per_host},
                                               {{decomposition, deck.layer_counts()}});
  choose_halo_overlap(deck, transport.plan);
  return solve({deck, equation, comm, decomposition, transport}, task.of_class);
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, pressure_program, run_deck); }
