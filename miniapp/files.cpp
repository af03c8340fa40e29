#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace isobar {

void throw_on_all(const MpiComm& comm, const std::string& error) {
  const int first = comm.min(error.empty() ? comm.size() : comm.rank());
  if (first == comm.size()) return;
  int length = int(error.size());
  check_mpi(MPI_Bcast(&length, 1, MPI_INT, first, comm.get()), "MPI_Bcast");
  std::string text = error;
  text.resize(std::size_t(length));
  check_mpi(MPI_Bcast(text.data(), length, MPI_CHAR, first, comm.get()), "MPI_Bcast");
  throw InputError(text);
}

std::string writing_problem(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return path + ": is a directory; expected a file";
  // Creating is the only sure test of a directory: root may pass all questions about
  // permissions and still fail. What was created is removed, what was there stays as it is.
  const bool existed = std::filesystem::exists(path, error);
  const int file =
      open(path.c_str(), O_WRONLY | O_CLOEXEC | (existed ? 0 : O_CREAT | O_EXCL), 0666);
  if (file < 0)
    return path + ": cannot write it: " + std::strerror(errno) + "; expected a writable file";
  const bool closed = close(file) == 0;
  if (!existed) unlink(path.c_str());
  return closed ? "" : path + ": cannot write it; expected a writable file";
}

void check_writable(const MpiComm& comm, const std::string& path, const std::string& origin) {
  std::string problem = comm.rank() == 0 ? writing_problem(path) : "";
  if (!problem.empty()) problem = origin + ": " + problem;
  throw_on_all(comm, problem);
}

} // namespace isobar
