#pragma once
#include "input_error.hpp"

#include <isobar/comm/mpi.hpp>

#include <string>

namespace isobar {

/// Makes an error of any rank an error of all: where `error` is not empty on some rank, throws
/// InputError with the text of the lowest such rank, everywhere. Collective.
void throw_on_all(const MpiComm& comm, const std::string& error);

/// Whether a file could be written at `path`, found without touching what is there: empty, or
/// one line that says why not and what would be right. One rank is enough to ask.
std::string writing_problem(const std::string& path);

/// Rank 0 asks writing_problem; throws InputError on all ranks if there is one. `origin` says
/// where the path was given: `deck.toml:12: output.report = "r.json"`. Collective.
void check_writable(const MpiComm& comm, const std::string& path, const std::string& origin);

} // namespace isobar
