#include "flow/flow_levels.hpp"
#include "flow/flow_missing.hpp"
#include "flow/flow_report.hpp"
#include "flow/flow_run.hpp"
#include "flow/poisson_run.hpp"
#include "io/terminal.hpp"
#include "program/program.hpp"
#include "program/run_agreement.hpp"
#include "run/progress.hpp"
#include "setup/halo_overlap.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

int solve_poisson(const FlowContext& context, FlowOutputs& outputs) {
  SolveRecord record = run_poisson(context, outputs);
  return finish(
      context.comm, record, outputs,
      [&](const nlohmann::json& where) { return poisson_report(context, record, where); },
      [&] { return poisson_screen(context, record); });
}

int step_flow(const FlowContext& context, FlowOutputs& outputs) {
  FlowRecord record = run_flow(context, outputs);
  return finish(
      context.comm, record, outputs,
      [&](const nlohmann::json& where) { return flow_report(context, record, where); },
      [&] { return flow_screen(context, record); });
}

int run(const FlowContext& context) {
  FlowOutputs outputs(context.deck, context.comm);
  show_removed(outputs);
  const MemoryUse need =
      predicted_memory(context.deck, context.decomposition, context.transport.plan);
  if (const std::string problem = memory_problem(context.comm, need); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
    return bad_environment;
  }
  catch_signals();
  return context.deck.is_poisson() ? solve_poisson(context, outputs) : step_flow(context, outputs);
}

/// The file that a run of this deck reads. Each rank reads its part.
std::vector<FileToRead> files_of(const FlowDeck& deck) {
  if (deck.is_poisson() && deck.rhs.kind == flow::RhsKind::file)
    return {{"rhs.file", deck.rhs.file, FileShare::sample}};
  if (deck.is_flow() && deck.fluid.initial == flow::Initial::restart)
    return {{"flow.restart_from", deck.fluid.restart_from, FileShare::sample}};
  return {};
}

int run_deck(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, flow_deck_reference());
  FlowDeck deck = agreed_deck(
      comm, [&] { return read_flow_deck(options.deck, options.overrides); }, files_of);
  show_unused(comm, deck);
  if (comm.rank() == 0)
    for (const std::string& line : deck.warnings) print_error(line);
  refuse_what_is_missing(deck);
  choose_levels(deck, comm.size());
  const Decomposition decomposition = decompose(deck, comm.size(), comm.rank());
  if (options.action == Action::dry_run) return show(comm, flow_dry_run(deck, decomposition));
  const DeviceSelection device = select_device_aloud(comm);
  return_freed_memory();
  const Kokkos::ScopeGuard kokkos(kokkos_settings(device));
  TransportChoice transport = choose_transport(comm, {options.transport, options.ranks_per_host},
                                               {{decomposition, layer_counts(deck)}});
  choose_halo_overlap(deck.decomposition.overlap, transport.plan);
  return run({deck, comm, decomposition, transport});
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, flow_program, run_deck); }
