#pragma once
#include "io/checksum.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Files that appear under their name only when they are complete. Until then
/// they are partial files in the same directory, `.isobar-HOST-XXXXXX.partial`,
/// and the old file stays. No MPI here except the error class.
namespace isobar {

inline constexpr std::string_view partial_prefix = ".isobar-", partial_suffix = ".partial";
/// The beginning of the names of this host's partial files: `.isobar-HOST-`.
std::string partial_prefix_of_host();

/// A file could not be written: one line with its name and the
/// reason, and if space is missing, the bytes needed and free.
class FileError : public EnvironmentError {
public:
  using EnvironmentError::EnvironmentError;
};

class PartialFile {
public:
  PartialFile() = default;
  /// Makes a partial file that will become `target`, and reserves `bytes` if possible. Its lock tells other runs that it is in use. Throws FileError, like all below.
  PartialFile(const std::filesystem::path& target, Int64 bytes);
  /// The same file on another rank, which writes to it but neither renames nor removes it.
  static PartialFile shared(const std::filesystem::path& partial,
                            const std::filesystem::path& target, Int64 bytes);
  PartialFile(PartialFile&& other) noexcept { swap(other); }
  PartialFile& operator=(PartialFile&& other) noexcept {
    swap(other);
    return *this;
  }
  /// Removes the partial file unless it has become the target.
  ~PartialFile();

  const std::filesystem::path& partial() const { return partial_; }
  const std::filesystem::path& target() const { return target_; }

  void write(Int64 offset, const void* data, Int64 bytes) const;
  /// Checksum of `bytes` bytes from `offset` as the file holds them.
  Checksum read_back(Int64 offset, Int64 bytes) const;
  /// Waits until everything written has reached the disk, and drops it from
  /// the page cache if that is possible, so that read_back() sees the disk.
  void sync() const;
  /// Gives the partial file the target's name and its permissions.
  void commit();

private:
  void swap(PartialFile& other) noexcept;
  [[noreturn]] void fail(const char* doing, int error) const;
  void create();
  void reserve() const;

  int file_ = -1;
  bool owner_ = false;
  Int64 bytes_ = 0;
  std::filesystem::path partial_, target_;
};

/// Writes the target's bytes from its beginning to its end.
class FileWriter {
public:
  explicit FileWriter(const PartialFile& file) : file_(file) {}
  void append(std::string_view text);
  void append(const void* data, Int64 bytes) {
    append(std::string_view(static_cast<const char*>(data), std::size_t(bytes)));
  }
  /// Writes the rest, waits for the disk, and reads the
  /// whole file back. Throws FileError if the file differs.
  Checksum finish();

private:
  void flush();
  const PartialFile& file_;
  std::string buffer_;
  Checksum checksum_;
};

/// Writes a small file in one call: `target` becomes a file with this text, or stays as it was.
/// Throws FileError.
void replace_file(const std::filesystem::path& target, std::string_view text);

/// Throws FileError unless the file holds what was written.
void compare_checksums(const PartialFile& file, const Checksum& written, const Checksum& held);

/// Removes the partial files of killed runs. Files of living runs are locked and stay.
/// Some file systems do not show a lock to other hosts, so another host's file must also
/// be a day old. On a file system without locks all files stay. Returns the removed files.
std::vector<std::filesystem::path> remove_abandoned(const std::filesystem::path& directory);

/// Holds the lock of some directories, so that two runs rename files of the same names one after
/// the other. It waits for at most a minute and then continues without the lock, because a result
/// matters more. So it does on file systems without locks.
class DirectoryLocks {
public:
  explicit DirectoryLocks(const std::set<std::filesystem::path>& directories);
  DirectoryLocks(const DirectoryLocks&) = delete;
  DirectoryLocks& operator=(const DirectoryLocks&) = delete;
  ~DirectoryLocks();

private:
  std::vector<int> files_;
};

/// The bytes that are free for this user on the file system of `directory`, or unknown_space.
Int64 free_space(const std::filesystem::path& directory);
inline constexpr Int64 unknown_space = -1;

} // namespace isobar
