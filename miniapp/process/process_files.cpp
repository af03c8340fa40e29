#include "process/process_files.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar {
namespace {

/// The text that read() gives until the end of the file, at most so many bytes.
std::string rest_of(int file, std::size_t most) {
  std::string text;
  std::array<char, 65536> part{};
  while (text.size() <= most) {
    const ssize_t count = read(file, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(part.data(), std::size_t(count));
  }
  return text;
}

constexpr std::size_t most_of_a_process_file = 64 << 20;

} // namespace

std::string text_of_process_file(const std::string& name) {
  const int file = open(("/proc/self/" + name).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::string text = rest_of(file, most_of_a_process_file);
  close(file);
  return text;
}

std::string process_link(const std::string& name) {
  std::array<char, 4097> target{};
  const ssize_t length = readlink(("/proc/self/" + name).c_str(), target.data(), target.size() - 1);
  return length > 0 ? std::string(target.data(), std::size_t(length)) : "";
}

std::optional<std::string> whole_file(const std::string& path, std::int64_t most) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  struct stat status {};
  std::optional<std::string> bytes;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= most)
    bytes = rest_of(file, std::size_t(most));
  close(file);
  return bytes;
}

std::vector<std::pair<std::string, std::string>> given_environment() {
  std::vector<std::pair<std::string, std::string>> all;
  std::istringstream entries(text_of_process_file("environ"));
  for (std::string entry; std::getline(entries, entry, '\0');)
    if (const std::size_t sign = entry.find('='); sign != std::string::npos)
      all.emplace_back(entry.substr(0, sign), entry.substr(sign + 1));
  return all;
}

int tracer() {
  std::istringstream lines(text_of_process_file("status"));
  for (std::string word; lines >> word;)
    if (int process = 0; word == "TracerPid:" && lines >> process) return process;
  return 0;
}

} // namespace isobar
