#pragma once
#include "io/input_error.hpp"
#include "io/partial_file.hpp"

#include <isobar/comm/mpi.hpp>

#include <string>

/// Errors of one rank as errors of all.
namespace isobar {

/// `text` of one rank, on all ranks. Collective.
std::string broadcast(const MpiComm& comm, const std::string& text, int root);

/// Where `error` is not empty on some rank: the text of the lowest such rank, on all ranks.
/// Collective.
std::string first_error(const MpiComm& comm, const std::string& error);

/// Throws first_error as InputError, if there is one. Collective.
void throw_on_all(const MpiComm& comm, const std::string& error);
/// Throws it as FileError. Collective.
void throw_file_error_on_all(const MpiComm& comm, const std::string& error);

/// What a FileError that `work` throws says, or nothing.
template <class Work> std::string file_problem(const Work& work) {
  try {
    work();
    return {};
  } catch (const FileError& e) {
    return e.what();
  }
}

} // namespace isobar
