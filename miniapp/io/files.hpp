#pragma once
#include "input/input_error.hpp"
#include "io/partial_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <string>

/// Turns errors of one rank into errors of all ranks.
namespace isobar {

/// Returns the `text` of rank `root` on all ranks. Collective.
std::string broadcast(const MpiComm& comm, const std::string& text, int root);

/// Returns the `error` of the lowest rank that has one, on all ranks; empty if no rank has one.
/// Collective.
std::string first_error(const MpiComm& comm, const std::string& error);

/// Throws first_error as InputError, if there is one. Collective.
void throw_on_all(const MpiComm& comm, const std::string& error);
/// Throws first_error as FileError, if there is one. Collective.
void throw_file_error_on_all(const MpiComm& comm, const std::string& error);

/// Calls work(). Returns the text of the InputError that it throws, or nothing.
template <class Work> std::string input_problem(const Work& work) {
  try {
    work();
    return {};
  } catch (const InputError& e) {
    return e.what();
  }
}

/// Calls work(). Returns the text of the FileError that it throws, or nothing.
template <class Work> std::string file_problem(const Work& work) {
  try {
    work();
    return {};
  } catch (const FileError& e) {
    return e.what();
  }
}

} // namespace isobar
