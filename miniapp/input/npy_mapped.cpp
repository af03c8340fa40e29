#include "input/npy_mapped.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isobar::npy {
namespace {

/// Maps the whole file, read only. Returns null and sets errno
/// if that fails or the file is shorter than `bytes`.
std::shared_ptr<const char> map_file(const std::string& path, std::size_t bytes) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return nullptr;
  struct stat status = {};
  void* start = MAP_FAILED;
  if (fstat(file, &status) == 0) {
    if (std::size_t(status.st_size) >= bytes)
      start = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
    else errno = EIO;
  }
  const int error = errno;
  close(file); // the mapping stays
  errno = error;
  if (start == MAP_FAILED) return nullptr;
  return {static_cast<const char*>(start), [bytes](const char* p) {
            munmap(const_cast<char*>(p), bytes);
          }}; // NOLINT: what mmap gave
}

} // namespace

MappedNumbers::MappedNumbers(const std::string& path, const Shape& shape) {
  const Head head = read_head(path, shape);
  problem_ = head.problem;
  if (!problem_.empty()) return;
  size_ = 1;
  for (const Int64 n : shape) size_ *= n;
  mapping_ = map_file(path, std::size_t(head.data_offset + size_ * Int64(sizeof(double))));
  if (mapping_ == nullptr) problem_ = std::string("cannot be read: ") + std::strerror(errno);
  else numbers_ = mapping_.get() + head.data_offset;
}

} // namespace isobar::npy
