#include "io/terminal.hpp"
#include "options.hpp"
#include "problem/cfl_factor.hpp"
#include "report/environment.hpp"
#include "report/report.hpp"
#include "run/application.hpp"
#include "run/progress.hpp"

#include <isobar/comm/device.hpp>

#include <cstdlib>
#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>

namespace {

using namespace isobar;

enum ExitCode { valid = 0, invalid = 1, bad_input = 2, bad_environment = 3 };

/// On rank 0: prints `text` and returns `code`, or says why it cannot and returns 3.
int show(const MpiComm& comm, const std::string& text, int code = valid) {
  if (comm.rank() != 0) return code;
  const std::string problem = print_output(text);
  if (problem.empty()) return code;
  print_error(problem);
  return bad_environment;
}

/// Files take their names and the report is written before the screen says how the run ended, which
/// depends on them.
int finish(const RunContext& context, RunResult& result, Outputs& outputs) {
  const nlohmann::json where = environment(context.comm);
  outputs.commit([&] {
    result.files = outputs.files();
    // Names may hold bytes that are no text.
    return report(context, result, where)
               .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
           '\n';
  });
  result.files = outputs.files();
  int code = result.invalid_reason().empty() ? valid : invalid;
  if (context.comm.rank() == 0) {
    for (const WrittenFile& file : result.files)
      if (!file.problem.empty()) {
        print_error(file.problem);
        code = bad_environment;
      }
    code = show(context.comm, screen_report(context, result), code);
  }
  // Launchers take the code of whichever rank ends first.
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, 0, context.comm.get()), "MPI_Bcast");
  return code;
}

int solve(const RunContext& context) {
  Outputs outputs(context.deck, context.comm);
  for (const std::filesystem::path& file : outputs.removed())
    print_error(fmt::format("{}: removed, left by a run that was killed", file.string()));
  if (const std::string problem = memory_problem(context); !problem.empty()) {
    if (context.comm.rank() == 0) print_error(problem);
    return bad_environment;
  }
  catch_signals();
  RunResult result = run(context, outputs);
  return finish(context, result, outputs);
}

int run_deck(const Options& options, const MpiComm& comm) {
  Deck deck = read_deck(options.deck, options.overrides);
  if (comm.rank() == 0)
    for (const std::string& line : deck.unused) print_error(line);
  const Equation equation = checked_equation(deck, comm);
  choose_levels(deck, equation.spec, comm.size(), options.transport,
                cfl_factor(equation, deck.grid.nx, deck.grid.ny));
  const Decomposition decomposition = decompose(deck, equation.spec, comm.size(), comm.rank());
  if (options.action == Action::dry_run)
    return show(comm, dry_run_report(deck, equation, decomposition));
  const DeviceSelection device = select_device(comm);
  if (!device.warning.empty()) print_error(device.warning);
  return_freed_memory();
  const Kokkos::ScopeGuard kokkos(kokkos_settings(device));
  TransportChoice transport = choose_transport(comm, {options.transport, options.ranks_per_host},
                                               {{decomposition, deck.layer_counts()}});
  choose_halo_overlap(deck, transport.plan);
  return solve({deck, equation, comm, decomposition, transport});
}

std::string deck_list() {
  std::string text;
  for (const DeckEntry& deck : list_decks(inputs_directory()))
    text += fmt::format("{:<24} {}\n", deck.name, deck.description);
  return text;
}

int act(const Options& options, const MpiComm& comm) {
  switch (options.action) {
  case Action::show_text: return show(comm, options.text);
  case Action::deck_reference: return show(comm, deck_reference());
  case Action::list_decks: return show(comm, deck_list());
  case Action::run:
  case Action::dry_run: break;
  }
  return run_deck(options, comm);
}

} // namespace

/// Takes the place of the C library's: Open MPI 4 calls it with 1 where MPI cannot start, and exit
/// code 1 would say that a result is not valid.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" void _exit(int code) {
  if (MpiSession::is_starting()) MpiSession::end_failed_start();
  std::_Exit(code);
}

/// Input errors, failures of files and transports that cannot be had are found by all ranks alike: rank 0 speaks, all end
/// with the same code. What only one rank may meet (memory, MPI, a GPU) ends all ranks at once with 3.
int main(int argc, char** argv) try {
  prepare_standard_streams();
  MpiSession mpi(argc, argv);
  const MpiComm comm(MPI_COMM_WORLD);
  const auto refuse = [&](const std::exception& e, ExitCode code) {
    if (comm.rank() == 0) print_error(e.what());
    return code;
  };
  try {
    return act(parse_options(argc, argv), comm);
  } catch (const InputError& e) {
    return refuse(e, bad_input);
  } catch (const FileError& e) {
    return refuse(e, bad_environment);
  } catch (const TransportError& e) {
    return refuse(e, bad_environment);
  } catch (const std::bad_alloc&) {
    print_error(
        fmt::format("rank {}: out of memory; see --dry-run for what a run needs", comm.rank()));
    mpi.abort(bad_environment);
  } catch (const std::exception& e) {
    print_error(fmt::format("rank {}: {}", comm.rank(), e.what()));
    mpi.abort(bad_environment);
  }
} catch (const std::exception& e) {
  print_error(e.what());
  return bad_environment;
}
