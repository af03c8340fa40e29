#include "io/partial_file.hpp"

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/// Locks by which runs that write to the same directories do not touch each other's files.
namespace isobar {
namespace fs = std::filesystem;
namespace {

constexpr int wait_milliseconds = 10, most_waits = 6000;

bool lock_patiently(int file) {
  for (int n = 0; n < most_waits; ++n) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    usleep(wait_milliseconds * 1000);
  }
  return false;
}

/// Whether a missing lock on this file shows that its run has ended (see remove_abandoned).
bool is_judged_by_lock(int file, std::string_view name) {
  constexpr std::time_t day = 86400; // seconds
  struct stat s = {};
  return name.starts_with(partial_prefix_of_host()) ||
         (fstat(file, &s) == 0 && s.st_mtime < std::time(nullptr) - day);
}

} // namespace

std::string partial_prefix_of_host() {
  char host[65] = {};
  if (gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  return std::string(partial_prefix) + host + '-';
}

std::vector<fs::path> remove_abandoned(const fs::path& directory) {
  std::vector<fs::path> removed;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(partial_prefix) || !name.ends_with(partial_suffix)) continue;
    const int file = open(entry.path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) continue;
    if (is_judged_by_lock(file, name) && flock(file, LOCK_EX | LOCK_NB) == 0 &&
        unlink(entry.path().c_str()) == 0)
      removed.push_back(entry.path());
    close(file);
  }
  return removed;
}

DirectoryLocks::DirectoryLocks(const std::set<fs::path>& directories) {
  // All runs take the locks in one order, so that two runs cannot wait for each other.
  for (const fs::path& directory : directories) {
    const int file = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) continue;
    files_.push_back(file);
    lock_patiently(file);
  }
}

DirectoryLocks::~DirectoryLocks() {
  for (const int file : files_) close(file);
}

} // namespace isobar
