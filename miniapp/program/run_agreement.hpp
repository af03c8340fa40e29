#pragma once
#include "io/file_fingerprint.hpp"
#include "program/options.hpp"

#include <isobar/comm/mpi.hpp>

#include <string>
#include <vector>

/// All ranks of a run are one program with one command line, one deck and the same files. A run of ranks that differ would
/// wait for ever, or be valid for something that nobody has asked for.
namespace isobar {

/// The command line, after all ranks have compared theirs, what they are and the texts of their decks: one all-reduce. Comes
/// before anything else that is collective. Collective. Throws InputError on all ranks.
Options agreed_options(int argc, const char* const* argv, const Program& program,
                       const MpiComm& comm);

/// A file that a deck's key names, or that a program brings along.
struct FileToRead {
  std::string key, path;
  FileShare compared = FileShare::whole;
};

/// Compares the files that a deck names: one all-reduce where there are any. What nobody can read is left to whoever reads
/// it. Collective. Throws InputError on all ranks.
void require_same_files(const MpiComm& comm, const std::vector<FileToRead>& files);

} // namespace isobar
