#include "io/files.hpp"

namespace isobar {

std::string broadcast(const MpiComm& comm, const std::string& text, int root) {
  int length = int(text.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, root, comm.get()), "MPI_Bcast");
  std::string shared = text;
  shared.resize(std::size_t(length));
  check_mpi(MPI_Bcast(shared.data(), length, MPI_CHAR, root, comm.get()), "MPI_Bcast");
  return shared;
}

std::string first_error(const MpiComm& comm, const std::string& error) {
  const int first = comm.min(error.empty() ? comm.size() : comm.rank());
  return first == comm.size() ? "" : broadcast(comm, error, first);
}

void throw_on_all(const MpiComm& comm, const std::string& error) {
  if (const std::string text = first_error(comm, error); !text.empty()) throw InputError(text);
}

void throw_file_error_on_all(const MpiComm& comm, const std::string& error) {
  if (const std::string text = first_error(comm, error); !text.empty()) throw FileError(text);
}

} // namespace isobar
