#include "program/run_agreement.hpp"

#include "deck/deck_scan.hpp"
#include "input/input_file.hpp"
#include "input/plain_text.hpp"
#include "io/checksum.hpp"
#include "process/code_file.hpp"
#include "program/build_commit.hpp"

#include <isobar/comm/mpi/agreement.hpp>
#include <isobar/core/build_info.hpp>
#include <isobar/core/version.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace isobar {
namespace {

constexpr std::size_t longest = 200; ///< the most bytes of one rank's value in an error line

/// Adds the executable's build id. Linkers give different executables different ids, unless they
/// are told to give none. Runs of problem classes compare the bytes themselves (process_watch.hpp).
void add_executable(Agreement& all) {
  const ProcessCode code = process_code();
  if (code.files.empty()) return;
  const CodeFile& file = code.files.front();
  all.add("the executable", file.build_id,
          brief(fmt::format("{} (build id {})", file.path, file.build_id), longest));
}

void add_build(Agreement& all, const Program& program) {
  all.add("the program", program.name);
  all.add("the version", version);
  const std::string_view commit = build_commit().empty() ? "unknown" : build_commit();
  all.add("the build", fmt::format("commit {} with {} changed files, {} {} for {}", commit,
                                   changed_files_of_build(), build_info::compiler,
                                   build_info::build_type, build_info::backend));
  all.add("the build's flags", build_info::flags);
  all.add("the build's Kokkos", build_info::kokkos);
  add_executable(all);
}

std::string_view word_of(Action action) {
  switch (action) {
  case Action::run: return "a run";
  case Action::dry_run: return "--dry-run";
  case Action::list_decks: return "--list-decks";
  case Action::deck_reference: return "--deck-reference";
  case Action::show_text: return "--help or --version";
  }
  return "";
}

void add_given(Agreement& all, const std::string& name, const std::string& value) {
  all.add(name, value, value.empty() ? "none" : brief(value, longest));
}

void add_options(Agreement& all, const Options& options) {
  all.add("what it is asked for", word_of(options.action));
  add_given(all, "the text it shows", options.text);
  add_given(all, "--class", options.problem_class);
  add_given(all, "--algorithm", options.algorithm);
  std::vector<std::string> settings;
  for (const Override& over : options.overrides) settings.push_back(over.option);
  add_given(all, "its settings", fmt::format("{}", fmt::join(settings, " ")));
  all.add("--transport", options.transport ? to_string(*options.transport) : "auto");
  all.add("--ranks-per-host", std::int64_t(options.ranks_per_host));
}

/// Adds the text of a deck, whatever its path.
void add_deck(Agreement& all, const std::string& name, const std::string& path) {
  const InputFile file = read_input_file(path, deck::most_bytes + 1);
  if (!file.problem.empty())
    return all.add(name, file.problem, brief(fmt::format("{}: {}", path, file.problem), longest));
  Checksum sum;
  sum.add(file.text.data(), Int64(file.text.size()));
  all.add(name, file.text,
          brief(fmt::format("{} ({} bytes, CRC-32 {:08x})", path, file.size, sum.crc), longest));
}

void add_decks(Agreement& all, const Options& options, const Program& program) {
  if (!options.deck.empty()) add_deck(all, "the deck", options.deck);
  if (options.problem_class.empty()) return;
  const std::filesystem::path classes = program.inputs("classes");
  for (const char* name : {"problem.toml", "open.toml", "reference.toml"})
    add_deck(all, "the deck of its class", (classes / name).string());
}

void require(const Agreement& all, const MpiComm& comm) {
  if (const std::string problem = all.problem(comm); !problem.empty()) throw InputError(problem);
}

} // namespace

Options agreed_options(int argc, const char* const* argv, const Program& program,
                       const MpiComm& comm) {
  Options options;
  const std::string problem = input_problem([&] { options = parse_options(argc, argv, program); });
  if (comm.size() > 1) {
    Agreement all;
    add_build(all, program);
    add_given(all, "what is wrong with its command line", problem);
    add_options(all, options);
    add_decks(all, options, program);
    require(all, comm);
  }
  if (!problem.empty()) throw InputError(problem);
  return options;
}

void require_same_inputs(const MpiComm& comm, const std::string& problem,
                         const std::vector<FileToRead>& files) {
  if (comm.size() > 1) {
    Agreement all;
    all.add("what is wrong with its deck", problem.empty() ? "nothing" : "something",
            problem.empty() ? "nothing" : brief(problem, longest)); // names its path
    for (const auto& [key, path, compared] : files) {
      const std::string found = file_fingerprint(path, compared);
      all.add(key, found, brief(fmt::format("{}: {}", path, found), longest));
    }
    require(all, comm);
  }
  if (!problem.empty()) throw InputError(problem);
}

} // namespace isobar
