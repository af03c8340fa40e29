#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstddef>

namespace isobar {

/// A segment of POSIX shared memory with one part for each rank of a host; the
/// parts follow each other. It stands in for MPI_Win_allocate_shared, whose failure
/// Open MPI 4 returns to one rank while the others wait for ever. It reserves pages
/// before a rank writes, so a lack of memory gives an error here and no SIGBUS
/// later. Each rank reserves its own part, so that its pages are near it.
class SharedSegment {
public:
  /// Makes at least `bytes` for each rank, all zero. All ranks give the same
  /// number. Collective over the ranks of one host. Throws EnvironmentError
  /// on all of them, with the reason of the first that cannot have its part.
  SharedSegment(const MpiComm& host, std::size_t bytes);
  /// Not collective: parts of other ranks stay where they are mapped.
  ~SharedSegment();
  SharedSegment(const SharedSegment&) = delete;
  SharedSegment& operator=(const SharedSegment&) = delete;

  std::byte* part(int rank) const { return first_ + std::size_t(rank) * stride_; }
  /// Bytes of all parts together.
  std::size_t bytes() const { return total_; }

private:
  SharedSegment() = default;

  std::byte* first_ = nullptr;
  std::size_t stride_ = 0, total_ = 0;
};

} // namespace isobar
