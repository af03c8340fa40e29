#include "io/partial_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace isobar {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t buffer_bytes = std::size_t(1) << 20;

/// Whether `path` is still the name of the open file. Another run
/// may have removed it as abandoned before this run locked it.
bool is_named(int file, const fs::path& path) {
  struct stat open_file = {}, named = {};
  return fstat(file, &open_file) == 0 && stat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

std::string space_text(Int64 needed, const fs::path& directory) {
  const Int64 space = free_space(directory);
  return space == unknown_space ? fmt::format(" ({} bytes needed)", needed)
                                : fmt::format(" ({} bytes needed, {} bytes free)", needed, space);
}

} // namespace

Int64 free_space(const fs::path& directory) {
  struct statvfs s = {};
  if (statvfs(directory.c_str(), &s) != 0 || s.f_blocks == 0) return unknown_space;
  return Int64(geteuid() == 0 ? s.f_bfree : s.f_bavail) * Int64(s.f_frsize);
}

void PartialFile::fail(const char* doing, int error) const {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw FileError(fmt::format("{}: cannot {} it: {}{}", target_.string(), doing,
                              std::strerror(error),
                              full ? space_text(bytes_, target_.parent_path()) : ""));
}

PartialFile::PartialFile(const fs::path& target, Int64 bytes)
    : owner_(true), bytes_(bytes), target_(target) {
  try {
    create();
    reserve();
  } catch (const FileError&) { // no destructor runs
    PartialFile remains;
    swap(remains);
    throw;
  }
}

void PartialFile::create() {
  constexpr int most_tries = 100;
  for (int n = 0; n < most_tries; ++n) {
    std::string name = (target_.parent_path() / (partial_prefix_of_host() + "XXXXXX")).string() +
                       std::string(partial_suffix);
    file_ = mkostemps(name.data(), int(partial_suffix.size()), O_CLOEXEC);
    if (file_ < 0) fail("write", errno);
    partial_ = name;
    flock(file_, LOCK_EX | LOCK_NB); // without locks no run removes it as abandoned
    if (is_named(file_, partial_)) return;
    close(std::exchange(file_, -1));
  }
  fail("write", EBUSY);
}

void PartialFile::reserve() const {
  if (bytes_ == 0) return;
  if (fallocate(file_, 0, 0, bytes_) == 0) return;
  // A file system that cannot reserve space returns an error,
  // which does not matter: writing shows a lack of space.
  if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) fail("write", errno);
  if (ftruncate(file_, bytes_) != 0) fail("write", errno);
}

PartialFile PartialFile::shared(const fs::path& partial, const fs::path& target, Int64 bytes) {
  PartialFile file;
  file.bytes_ = bytes;
  file.partial_ = partial;
  file.target_ = target;
  file.file_ = open(partial.c_str(), O_RDWR | O_CLOEXEC);
  if (file.file_ < 0) file.fail("write", errno);
  return file;
}

PartialFile::~PartialFile() {
  if (file_ < 0) return;
  if (owner_) unlink(partial_.c_str());
  close(file_);
}

void PartialFile::swap(PartialFile& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(owner_, other.owner_);
  std::swap(bytes_, other.bytes_);
  std::swap(partial_, other.partial_);
  std::swap(target_, other.target_);
}

void PartialFile::write(Int64 offset, const void* data, Int64 bytes) const {
  const char* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t written = pwrite(file_, from, std::size_t(bytes), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write", written < 0 ? errno : ENOSPC);
    from += written;
    offset += written;
    bytes -= written;
  }
}

Checksum PartialFile::read_back(Int64 offset, Int64 bytes) const {
  std::vector<char> buffer(std::min<std::size_t>(buffer_bytes, std::size_t(bytes)));
  Checksum held;
  while (held.bytes < bytes) {
    const auto next = std::min<Int64>(Int64(buffer.size()), bytes - held.bytes);
    const ssize_t found = pread(file_, buffer.data(), std::size_t(next), offset + held.bytes);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) fail("read back", errno);
    if (found == 0) break; // shorter than what was written: the checksums differ
    held.add(buffer.data(), found);
  }
  return held;
}

void PartialFile::sync() const {
  if (fsync(file_) != 0) fail("write", errno);
  posix_fadvise(file_, 0, 0, POSIX_FADV_DONTNEED);
}

void PartialFile::commit() {
  struct stat old = {};
  mode_t mode = umask(0);
  umask(mode);
  mode = stat(target_.c_str(), &old) == 0 ? old.st_mode & 07777U : 0666U & ~mode;
  if (fchmod(file_, mode) != 0) fail("write", errno);
  if (rename(partial_.c_str(), target_.c_str()) != 0) fail("write", errno);
  owner_ = false;
  // The name has to reach the disk too. Some file systems do not support this call.
  const int directory = open(target_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = directory < 0 || fsync(directory) == 0 || errno == EINVAL;
  const int error = errno;
  if (directory >= 0) close(directory);
  if (!synced) fail("write", error);
  if (close(std::exchange(file_, -1)) != 0) fail("write", errno);
}

void FileWriter::append(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void FileWriter::flush() {
  file_.write(checksum_.bytes, buffer_.data(), Int64(buffer_.size()));
  checksum_.add(buffer_.data(), Int64(buffer_.size()));
  buffer_.clear();
}

Checksum FileWriter::finish() {
  flush();
  file_.sync();
  compare_checksums(file_, checksum_, file_.read_back(0, checksum_.bytes));
  return checksum_;
}

void replace_file(const fs::path& target, std::string_view text) {
  PartialFile file(target, Int64(text.size()));
  FileWriter writer(file);
  writer.append(text);
  writer.finish();
  file.commit();
}

void compare_checksums(const PartialFile& file, const Checksum& written, const Checksum& held) {
  if (written == held) return;
  throw FileError(fmt::format("{}: cannot write it: {} bytes with checksum {:08x} were written and "
                              "{} bytes with checksum {:08x} were read back",
                              file.target().string(), written.bytes, written.crc, held.bytes,
                              held.crc));
}

} // namespace isobar
