#include "io/terminal.hpp"

#include "input/plain_text.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace isobar {
namespace {

std::string_view speaker = "isobar";

} // namespace

void speak_as(std::string_view program) { speaker = program; }

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written < 0 ? errno : ENOSPC;
    text.remove_prefix(std::size_t(written));
  }
  return 0;
}

void prepare_standard_streams() {
  // An opened file gets the lowest free number, so the streams are opened in their order. The
  // outputs are opened for reading only, so that writes fail as they would on closed streams.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", O_RDONLY) != stream) _exit(3);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

std::string print_output(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == 0) return {};
  return fmt::format("standard output: cannot write to it: {}", std::strerror(error));
}

void print_error(std::string_view line) noexcept try {
  static_cast<void>(write_all(STDERR_FILENO, fmt::format("{}: {}\n", speaker, printable(line))));
} catch (const std::exception&) { // no memory left for a line
  static_cast<void>(write_all(STDERR_FILENO, speaker));
  static_cast<void>(write_all(STDERR_FILENO, ": out of memory\n"));
}

void print_progress(std::string_view text) noexcept {
  static_cast<void>(write_all(STDERR_FILENO, text));
}

} // namespace isobar
