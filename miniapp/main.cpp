#include "io/terminal.hpp"
#include "problem/cfl_factor.hpp"
#include "problem/time_steps.hpp"
#include "program/program.hpp"
#include "report/report.hpp"
#include "run/application.hpp"
#include "run/progress.hpp"

#include <isobar/comm/device.hpp>

#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

int solve(const RunContext& context) {
  Outputs outputs(context.deck, context.comm);
  show_removed(outputs);
  if (const std::string problem = memory_problem(context); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
    return bad_environment;
  }
  catch_signals();
  RunResult result = run(context, outputs);
  return finish(
      context.comm, result, outputs,
      [&](const nlohmann::json& environment) { return report(context, result, environment); },
      [&] { return screen_report(context, result); });
}

int run_deck(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, deck_reference());
  Deck deck = read_deck(options.deck, options.overrides);
  show_unused(comm, deck);
  const Equation equation = checked_equation(deck, comm);
  choose_levels(deck, equation.spec, comm.size(), options.transport,
                cfl_factor(equation, deck.grid.nx, deck.grid.ny) * cfl_factor_of_steps(deck));
  const Decomposition decomposition = decompose(deck, equation.spec, comm.size(), comm.rank());
  if (options.action == Action::dry_run)
    return show(comm, dry_run_report(deck, equation, decomposition));
  const DeviceSelection device = select_device_aloud(comm);
  return_freed_memory();
  const Kokkos::ScopeGuard kokkos(kokkos_settings(device));
  TransportChoice transport = choose_transport(comm, {options.transport, options.ranks_per_host},
                                               {{decomposition, deck.layer_counts()}});
  choose_halo_overlap(deck, transport.plan);
  return solve({deck, equation, comm, decomposition, transport});
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, pressure_program, run_deck); }
