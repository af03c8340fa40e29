#pragma once
#include "output/output_files.hpp"
#include "program/options.hpp"
#include "run/record.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

/// The frame that programs put around a run: exit codes,
/// messages, and the order in which results appear.
namespace isobar {

enum ExitCode { valid = 0, invalid = 1, bad_input = 2, bad_environment = 3 };

/// Prints `text` on rank 0. Returns `code`, or 3 after a line with the reason if it cannot print.
int show(const MpiComm& comm, const std::string& text, int code = valid);

/// Prints the notes on a deck before its run, on rank 0.
void show_notes(const MpiComm& comm, const DeckBase& deck);
/// Prints which partial files were removed.
void show_removed(const OutputFiles& outputs);

/// Gives files their names and writes the report. Then the screen
/// says how the run ended, which depends on the files. `report` gets
/// the result of environment(). Returns the exit code. Collective.
int finish(const MpiComm& comm, RunRecord& record, OutputFiles& outputs,
           const std::function<nlohmann::json(const nlohmann::json& environment)>& report,
           const std::function<std::string()>& screen);

/// The decks that come with a program, for --list-decks.
std::string deck_list(const Program& program);

/// Returns the code that act() returns. All ranks find input errors, failures of files
/// and missing transports alike: rank 0 prints them, and all return the same code.
int code_of(const MpiComm& comm, const std::function<int()>& act);

/// Starts MPI, reads the command line and acts on it. Ranks that differ in program,
/// build, command line or deck are refused first (run_agreement.hpp). Errors that only
/// one rank may meet (memory, MPI, a GPU, a fault of the program) end all ranks at once
/// with 3. This function answers `--help` and `--list-decks`; `act` does the rest.
int run_program(int argc, char** argv, const Program& program,
                const std::function<int(const Options&, const MpiComm&)>& act);

} // namespace isobar
