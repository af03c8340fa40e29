#include "input/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace {

/// Returns why a file of this mode is not read, in the style of
/// the system's messages; "" if it is read.
std::string problem_of(mode_t mode) {
  if (S_ISREG(mode)) return {};
  const char* kind = S_ISDIR(mode)    ? "directory"
                     : S_ISFIFO(mode) ? "pipe"
                     : S_ISSOCK(mode) ? "socket"
                                      : "device";
  return std::string("Is a ") + kind + ", not a regular file";
}

InputFile failed() { return {{}, 0, std::strerror(errno)}; }

InputFile read_open_file(int file, std::size_t most) {
  struct stat status = {};
  if (fstat(file, &status) != 0) return failed();
  InputFile result{{}, std::uintmax_t(status.st_size), problem_of(status.st_mode)};
  char buffer[65536];
  while (result.problem.empty() && result.text.size() < most) {
    const ssize_t count = read(file, buffer, std::min(sizeof buffer, most - result.text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed();
    if (count == 0) break;
    result.text.append(buffer, std::size_t(count));
  }
  return result;
}

} // namespace

InputFile read_input_file(const std::string& path, std::size_t most) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return failed();
  if (std::string problem = problem_of(status.st_mode); !problem.empty()) return {{}, 0, problem};
  // Another program may have put a pipe in its place. O_NONBLOCK
  // does not wait for the pipe's writer.
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return failed();
  InputFile result = read_open_file(file, most);
  close(file);
  return result;
}

} // namespace isobar
