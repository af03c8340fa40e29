#include "fem/fem_parts.hpp"
#include "fem/fem_report.hpp"
#include "fem/fem_run.hpp"
#include "io/files.hpp"
#include "io/terminal.hpp"
#include "program/program.hpp"
#include "program/run_agreement.hpp"
#include "run/progress.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace {

using namespace isobar;

/// The file of the mesh, if it is in one.
std::vector<FileToRead> files_of(const FemDeck& deck, const std::string& vessel) {
  if (deck.mesh.source == fem::MeshSource::file) return {{"mesh.file", deck.mesh.file}};
  if (deck.mesh.source == fem::MeshSource::vessel) return {{"the mesh of the vessel", vessel}};
  return {};
}

/// Meshes are read by each rank, and what one cannot read is refused by all. Collective.
FemSetting setting_of_all(const FemDeck& deck, const std::string& vessel, const MpiComm& comm) {
  std::optional<FemSetting> setting;
  std::string problem;
  try {
    setting.emplace(make_setting(deck, vessel, comm.size()));
  } catch (const InputError& error) {
    problem = error.what();
  }
  throw_on_all(comm, problem);
  return std::move(*setting);
}

int run(FemContext& context) {
  FemOutputs outputs(context);
  show_removed(outputs);
  const MemoryUse need = predicted_memory(context);
  if (const std::string problem = memory_problem(context.comm, need); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
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
  const std::string vessel = fem_program.inputs("meshes/vessel.msh");
  const FemDeck deck = agreed_deck(
      comm, [&] { return read_fem_deck(options.deck, options.overrides); },
      [&](const FemDeck& read) { return files_of(read, vessel); });
  show_unused(comm, deck);
  std::optional<Kokkos::ScopeGuard> kokkos; // outlives the context, which holds memory of peers
  FemContext context{
      setting_of_all(deck, vessel, comm), comm, {options.transport, options.ranks_per_host}};
  if (options.action == Action::dry_run) return show(comm, fem_dry_run(context));
  const DeviceSelection device = select_device_aloud(comm);
  return_freed_memory();
  kokkos.emplace(kokkos_settings(device));
  return run(context);
}

} // namespace

int main(int argc, char** argv) { return run_program(argc, argv, fem_program, run_deck); }
