#include "program/program.hpp"

#include "io/terminal.hpp"
#include "program/run_agreement.hpp"
#include "report/environment.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>

namespace isobar {

int show(const MpiComm& comm, const std::string& text, int code) {
  if (comm.rank() != 0) return code;
  const std::string problem = print_output(text);
  if (problem.empty()) return code;
  print_error(problem);
  return bad_environment;
}

void show_notes(const MpiComm& comm, const DeckBase& deck) {
  if (comm.rank() != 0) return;
  for (const std::string& line : deck.unused) print_error(line);
  for (const std::string& line : deck.warnings) print_error(line);
}

void show_removed(const OutputFiles& outputs) {
  for (const std::filesystem::path& file : outputs.removed())
    print_error(fmt::format("{}: removed, left by a run that was killed", file.string()));
}

int finish(const MpiComm& comm, RunRecord& record, OutputFiles& outputs,
           const std::function<nlohmann::json(const nlohmann::json& environment)>& report,
           const std::function<std::string()>& screen) {
  const nlohmann::json where = environment(comm);
  outputs.commit([&] {
    record.files = outputs.files();
    // Names may hold bytes that are not valid text.
    return report(where).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  });
  record.files = outputs.files();
  int code = record.is_valid() || record.is_only_unverified() ? valid : invalid;
  if (comm.rank() == 0) {
    for (const WrittenFile& file : record.files)
      if (!file.problem.empty()) {
        print_error(file.problem);
        code = bad_environment;
      }
    code = show(comm, screen(), code);
  }
  // Launchers take the code of the rank that ends first, so all ranks have rank 0's.
  check_mpi(MPI_Bcast(&code, 1, MPI_INT, 0, comm.get()), "MPI_Bcast");
  return code;
}

std::string deck_list(const Program& program) {
  std::string text;
  for (const DeckEntry& deck : list_decks(program.inputs_directory()))
    text += fmt::format("{:<24} {}\n", deck.name, deck.description);
  return text;
}

int code_of(const MpiComm& comm, const std::function<int()>& act) {
  const auto refuse = [&](const std::exception& e, ExitCode code) {
    if (comm.rank() == 0) print_error(e.what());
    return code;
  };
  try {
    return act();
  } catch (const InputError& e) {
    return refuse(e, bad_input);
  } catch (const FileError& e) {
    return refuse(e, bad_environment);
  } catch (const TransportError& e) {
    return refuse(e, bad_environment);
  }
}

int run_program(int argc, char** argv, const Program& program,
                const std::function<int(const Options&, const MpiComm&)>& act) try {
  prepare_standard_streams();
  speak_as(program.name);
  MpiSession mpi(argc, argv, program.name);
  const MpiComm comm(MPI_COMM_WORLD);
  try {
    return code_of(comm, [&] {
      const Options options = agreed_options(argc, argv, program, comm);
      if (options.action == Action::show_text) return show(comm, options.text);
      if (options.action == Action::list_decks) return show(comm, deck_list(program));
      return act(options, comm);
    });
  } catch (const std::bad_alloc&) {
    print_error(
        fmt::format("rank {}: out of memory; see --dry-run for what a run needs", comm.rank()));
    mpi.abort(bad_environment);
  } catch (const std::logic_error& e) { // also std::invalid_argument
    print_error(
        fmt::format("rank {}: {}: a fault of {}, which took the deck for right; please report "
                    "it with the deck and what --version says",
                    comm.rank(), e.what(), program.name));
    mpi.abort(bad_environment);
  } catch (const std::exception& e) {
    print_error(fmt::format("rank {}: {}", comm.rank(), e.what()));
    mpi.abort(bad_environment);
  }
} catch (const std::exception& e) {
  print_error(e.what());
  return bad_environment;
}

} // namespace isobar
