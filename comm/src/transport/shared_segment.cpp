#include "transport/shared_segment.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace isobar {
namespace {

/// One rank's access to the segment during its construction.
class Opened {
public:
  Opened() = default;
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() {
    if (file_ >= 0) close(file_);
    if (!made_.empty()) shm_unlink(made_.c_str());
  }

  /// Makes a segment under a new name and returns the name. `problem` gets the reason if that fails.
  std::string make(std::size_t bytes, std::string& problem) {
    static int count = 0;
    std::string name;
    do {
      name = fmt::format("/isobar-{}-{}", getpid(), count++);
      file_ = shm_open(name.c_str(), O_CREAT | O_EXCL | O_RDWR, S_IRUSR | S_IWUSR);
    } while (file_ < 0 && errno == EEXIST);
    if (file_ >= 0) made_ = name;
    if (file_ < 0 || ftruncate(file_, off_t(bytes)) != 0) problem = std::strerror(errno);
    return name;
  }
  std::string open(const std::string& name) {
    file_ = shm_open(name.c_str(), O_RDWR, 0);
    return file_ < 0 ? std::strerror(errno) : "";
  }
  /// Reserves the pages of a part.
  std::string reserve(std::size_t first, std::size_t bytes) const {
    int error = 0;
    do error = posix_fallocate(file_, off_t(first), off_t(bytes));
    while (error == EINTR);
    return error == 0 ? "" : std::strerror(error);
  }
  std::byte* map(std::size_t bytes) const {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
  }

private:
  int file_ = -1;
  std::string made_; ///< the name, on the rank that has made it
};

/// `bytes` in whole pages, at least one.
std::size_t in_pages(std::size_t bytes) {
  const auto page = std::size_t(sysconf(_SC_PAGESIZE));
  return std::max<std::size_t>(1, (bytes + page - 1) / page) * page;
}

/// Throws on all ranks if one has a problem.
void require(const MpiComm& host, std::size_t bytes, const std::string& problem) {
  const std::string first = host.first_text(problem);
  if (!first.empty())
    throw EnvironmentError(fmt::format(
        "ranks of this host cannot share {} bytes of memory (/dev/shm): {}", bytes, first));
}

} // namespace

SharedSegment::SharedSegment(const MpiComm& host, std::size_t bytes) : SharedSegment() {
  stride_ = in_pages(bytes);
  total_ = stride_ * std::size_t(host.size());
  const bool first = host.rank() == 0;
  Opened segment; // rank 0 removes the name when all have opened it
  std::string problem, name;
  if (first) name = segment.make(total_, problem);
  require(host, total_, problem);
  name = host.first_text(name);
  if (!first) problem = segment.open(name);
  if (problem.empty()) problem = segment.reserve(stride_ * std::size_t(host.rank()), stride_);
  if (problem.empty()) first_ = segment.map(total_);
  if (problem.empty() && first_ == nullptr) problem = std::strerror(errno);
  require(host, total_, problem);
}

SharedSegment::~SharedSegment() {
  if (first_) munmap(first_, total_);
}

} // namespace isobar
