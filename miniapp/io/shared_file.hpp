#pragma once
#include "io/partial_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <filesystem>

/// A file that all ranks write together, each its own pieces, with the system's
/// calls. MPI-IO is not used because Open MPI's does not report a full disk.
namespace isobar {

/// A complete file that was read back under the name of a partial file. The caller commits it, on rank 0.
struct StagedFile {
  PartialFile file;
  Checksum checksum; ///< of the whole file, on rank 0
};

/// The checksum of all ranks' pieces together, on rank 0. Collective.
Checksum combine(const MpiComm& comm, const Checksum& own);

class SharedFile {
public:
  /// Makes the partial file that will become `target`, of so many bytes, on rank
  /// 0, and opens it on all ranks. Collective. Throws FileError on all ranks.
  SharedFile(const std::filesystem::path& target, const MpiComm& comm, Int64 bytes);

  /// Writes a piece of the file. All pieces of all ranks must cover the file once. Throws FileError on this rank.
  void write(Int64 offset, const void* data, Int64 bytes);

  /// Checksum of all bytes that ranks have written so far, on rank 0. They
  /// count as a part that reaches to the end of the file. Collective.
  Checksum written() const { return combine(comm_, written_); }

  /// Waits for the disk, and reads the whole file back, an equal part on each rank. Compares its
  /// checksum with that of the pieces in memory. `problem`: why this rank could not write, or
  /// empty. The object cannot be used afterwards. Collective. Throws FileError on all ranks.
  StagedFile finish(const std::string& problem);

private:
  const MpiComm& comm_;
  Int64 bytes_;
  PartialFile file_;
  Checksum written_; ///< this rank's contribution to the whole
};

} // namespace isobar
