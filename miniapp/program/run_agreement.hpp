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

/// Checks that all ranks of a run are one program with one command line, one deck and the same
/// files. Otherwise a run would wait forever, or be valid for a problem that nobody asked for.
namespace isobar {

/// Returns the command line after all ranks have compared their command lines,
/// their programs and the texts of their decks, in one all-reduce. It must precede
/// all other collective calls. Collective. Throws InputError on all ranks.
Options agreed_options(int argc, const char* const* argv, const Program& program,
                       const MpiComm& comm);

/// Compares what is wrong with the ranks' decks and, if nothing is, the files that
/// they name, in one all-reduce. A file that no rank can read is left to its reader.
/// Collective. Throws InputError on all ranks, also if all have the same problem.
void require_same_inputs(const MpiComm& comm, const std::string& problem,
                         const std::vector<FileToRead>& files);

/// Returns the deck of read() after the ranks have compared it and the files of files_of(deck).
/// read() is not collective, but this function is. Throws InputError on all ranks.
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
