#pragma once
#include "io/file_fingerprint.hpp"
#include "io/files.hpp"
#include "program/options.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// All ranks of a run are one program with one command line, one deck and the same files. A run of ranks that differ would
/// wait for ever, or be valid for something that nobody has asked for.
namespace isobar {

/// The command line, after all ranks have compared theirs, what they are and the texts of their decks: one all-reduce. Comes
/// before anything else that is collective. Collective. Throws InputError on all ranks.
Options agreed_options(int argc, const char* const* argv, const Program& program,
                       const MpiComm& comm);

/// Compares the problems of the ranks' decks and, if there are none, the files that they name: one all-reduce. A file that
/// no rank can read is left to its reader. Collective. Throws InputError on all ranks, also if all have the same problem.
void require_same_inputs(const MpiComm& comm, const std::string& problem,
                         const std::vector<FileToRead>& files);

/// The deck that read() returns, after the ranks have compared what they got and the files that files_of(deck) names.
/// read() is not collective. Collective. Throws InputError on all ranks.
template <class Read, class FilesOf>
auto agreed_deck(const MpiComm& comm, const Read& read, const FilesOf& files_of) {
  std::optional<std::invoke_result_t<Read>> deck;
  std::vector<FileToRead> files;
  const std::string problem = input_problem([&] {
    deck.emplace(read());
    files = files_of(*deck);
  });
  require_same_inputs(comm, problem, files);
  return std::move(*deck);
}

} // namespace isobar
