#include "environment.hpp"
#include "files.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "report.hpp"

#include <isobar/comm/device.hpp>

#include <fmt/format.h>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

enum ExitCode { valid = 0, invalid = 1, bad_input = 2, bad_environment = 3 };

/// The decomposition of a deck; what does not fit names the deck's key.
Decomposition decompose(const Deck& deck, const MpiComm& comm) {
  using Fault = DecompositionError::Fault;
  try {
    const int levels = deck.uses_multigrid() ? deck.multigrid.levels : 1;
    return Decomposition(
        {deck.grid.nx, deck.grid.ny, levels, comm.size(), deck.decomposition.process_grid},
        comm.rank());
  } catch (const DecompositionError& e) {
    const char* key = e.fault() == Fault::levels         ? "multigrid.levels"
                      : e.fault() == Fault::process_grid ? "decomposition.process_grid"
                                                         : "grid.nx";
    throw InputError(describe(deck, key) + ": " + e.what());
  }
}

/// All that the run will write has to be writable before it solves for hours.
void check_outputs(const Deck& deck, const MpiComm& comm) {
  const deck::Output& o = deck.output;
  if (!o.report.empty()) check_writable(comm, o.report, describe(deck, "output.report"));
  if (!o.solution.empty()) check_writable(comm, o.solution, describe(deck, "output.solution"));
  if (!o.vtk.empty()) check_writable(comm, o.vtk + ".pvts", describe(deck, "output.vtk"));
}

/// What cannot fit is refused instead of being killed halfway: empty, or why, on all ranks.
std::string memory_problem(const Deck& deck, const Decomposition& d, const MpiComm& comm,
                           const TransportChoice& transport) {
  const MemoryUse need = predicted_memory(deck, d, transport.transport);
  const double wanted = double(on_host ? need.total() : need.host) * comm.node().size();
  const double there = double(available_host_memory());
  if (comm.min(there == 0.0 || wanted <= there) != 0) return {};
  return fmt::format(
      "not enough memory: this run needs about {:.1f} GB on a node and {:.1f} GB are "
      "available; use fewer unknowns or more nodes",
      wanted / 1e9, there / 1e9);
}

void write_report(const std::string& path, const nlohmann::json& report) {
  std::ofstream file(path);
  file << report.dump(2) << '\n';
  if (!file.flush()) throw InputError(fmt::format("{}: cannot write the report", path));
}

int solve(const Deck& deck, const Options& options, const MpiComm& comm) {
  const Decomposition decomposition = decompose(deck, comm);
  const TransportChoice transport = choose_transport(comm, options.gpu_mpi);
  check_outputs(deck, comm);
  if (const std::string problem = memory_problem(deck, decomposition, comm, transport);
      !problem.empty()) {
    if (comm.rank() == 0) fmt::print(stderr, "isobar: {}\n", problem);
    return bad_environment;
  }
  catch_signals();
  const RunContext context{deck, comm, decomposition, transport};
  const RunResult result = run(context);
  const nlohmann::json where = environment(comm);
  std::string problem;
  if (comm.rank() == 0) {
    fmt::print("{}", screen_report(context, result));
    std::fflush(stdout);
    try {
      if (!deck.output.report.empty())
        write_report(deck.output.report, report(context, result, where));
    } catch (const InputError& e) {
      problem = e.what();
    }
  }
  throw_on_all(comm, problem);
  return result.invalid_reason().empty() ? valid : invalid;
}

int run_deck(const Options& options, const MpiComm& comm) {
  const Deck deck = read_deck(options.deck, options.overrides);
  if (comm.rank() == 0)
    for (const std::string& line : deck.unused) fmt::print(stderr, "isobar: {}\n", line);
  set_march_rules(deck.launch.march);
  if (options.action == Action::dry_run) {
    const Decomposition decomposition = decompose(deck, comm);
    if (comm.rank() == 0) fmt::print("{}", dry_run_report(deck, decomposition));
    return valid;
  }
  const DeviceSelection device = select_device(comm);
  if (!device.warning.empty()) fmt::print(stderr, "isobar: {}\n", device.warning);
  return_freed_memory();
  const Kokkos::ScopeGuard kokkos(kokkos_settings(device));
  return solve(deck, options, comm);
}

int act(const Options& options, const MpiComm& comm) {
  const bool speaks = comm.rank() == 0;
  switch (options.action) {
  case Action::show_text:
    if (speaks) fmt::print("{}", options.text);
    return valid;
  case Action::deck_reference:
    if (speaks) fmt::print("{}", deck_reference());
    return valid;
  case Action::list_decks:
    for (const DeckEntry& deck : list_decks(inputs_directory()))
      if (speaks) fmt::print("{:<24} {}\n", deck.name, deck.description);
    return valid;
  case Action::run:
  case Action::dry_run: break;
  }
  return run_deck(options, comm);
}

} // namespace

/// Input errors are found by all ranks alike: rank 0 speaks, all end with 2. What only one rank
/// may meet (memory, MPI, a GPU) ends all ranks at once with 3.
int main(int argc, char** argv) try {
  MpiSession mpi(argc, argv);
  const MpiComm comm(MPI_COMM_WORLD);
  try {
    return act(parse_options(argc, argv), comm);
  } catch (const InputError& e) {
    if (comm.rank() == 0) fmt::print(stderr, "isobar: {}\n", e.what());
    return bad_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "isobar: rank {}: out of memory; see --dry-run for what a run needs\n",
               comm.rank());
    mpi.abort(bad_environment);
  } catch (const std::exception& e) {
    fmt::print(stderr, "isobar: rank {}: {}\n", comm.rank(), e.what());
    mpi.abort(bad_environment);
  }
} catch (const std::exception& e) {
  fmt::print(stderr, "isobar: {}\n", e.what());
  return bad_environment;
}
