#include "fem/fem_parts.hpp"
#include "fem/fem_report.hpp"
#include "fem/fem_run.hpp"
#include "io/terminal.hpp"
#include "program/program.hpp"
#include "run/progress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

int run(const FemContext& context) {
  FemOutputs outputs(context);
  show_removed(outputs);
  const MemoryUse need = predicted_memory(context);
  if (const std::string problem = memory_problem(context.comm, need); !problem.empty()) {
    print_error(problem);
    return bad_environment;
  }
  catch_signals();
  FemRecord record = run_fem(context, outputs);
  return finish(
      context.comm, record, outputs,
      [&](const nlohmann::json& where) { return fem_report(context, record, where); },
      [&] { return fem_screen(context, record); });
}

int run_deck(const Options& options, const MpiComm& comm) {
  if (options.action == Action::deck_reference) return show(comm, fem_deck_reference());
  const FemDeck deck = read_fem_deck(options.deck, options.overrides);
  show_unused(comm, deck);
  if (comm.size() > 1)
    throw InputError(fmt::format("{} ranks: isobar_fem runs on one; expected to be started "
                                 "without mpirun, or with -n 1",
                                 comm.size()));
  const FemContext context{make_setting(deck, fem_program.inputs("meshes/vessel.msh")), comm};
  if (options.action == Action::dry_run) return show(comm, fem_dry_run(context));
  const DeviceSelection device = select_device_aloud(comm);
  return_freed_memory();
  const Kokkos::ScopeGuard kokkos(kokkos_settings(device));
  return run(context);
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, fem_program, run_deck); }
