#pragma once
#include "io/partial_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <filesystem>

/// A file that all ranks write together, each its own pieces, with the system's calls. MPI-IO is not used because Open
/// MPI's does not report a full disk.
namespace isobar {

/// A file that is complete and was read back under the name of a partial file. The caller commits it, on rank 0.
struct StagedFile {
  PartialFile file;
  Checksum checksum; ///< of the whole file, on rank 0
};

/// Checksum of what the ranks' pieces give together, on rank 0. Collective.
Checksum combine(const MpiComm& comm, const Checksum& own);

class SharedFile {
public:
  /// The partial file that will become `target`, of so many bytes, made by rank 0 and opened by all. Collective. Throws
  /// FileError on all ranks.
  SharedFile(const std::filesystem::path& target, const MpiComm& comm, Int64 bytes);

  /// Writes a piece of the file. All pieces of all ranks must cover the file once. Throws FileError on this rank.
  void write(Int64 offset, const void* data, Int64 bytes);

  /// Checksum of all that ranks have written up to here, on rank 0: that of a part of the file that reaches to its end. Collective.
  Checksum written() const { return combine(comm_, written_); }

  /// Waits for the disk, reads the whole file back, an equal part on each rank, and compares its checksum with
  /// that of the pieces as they were in memory. `problem` is what kept this rank from writing, or empty. The object is
  /// of no use afterwards. Collective. Throws FileError on all ranks.
  StagedFile finish(const std::string& problem);

private:
  const MpiComm& comm_;
  Int64 bytes_;
  PartialFile file_;
  Checksum written_; ///< what this rank's pieces give to that of the whole
};

} // namespace isobar
