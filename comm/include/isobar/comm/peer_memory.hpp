#pragma once
#include <isobar/comm/mpi.hpp>

#include <cstddef>
#include <vector>

namespace isobar {

/// Memory of each rank of a host that all of them reach by loads and stores, from kernels too: on GPUs
/// device memory whose handle is handed round (CUDA's and HIP's IPC), on CPUs a shared segment (MPI-3).
/// The memory is the runtime's own allocation and no Kokkos View, so that its handle is that of
/// its first byte, whatever allocator Kokkos was built with.
class PeerMemory {
public:
  /// `bytes` of this rank, all zero. Collective over the ranks of one host. Throws EnvironmentError on all
  /// ranks if one of them cannot share its memory, with the reason.
  PeerMemory(const MpiComm& host, std::size_t bytes);
  /// Collective, and waits for the device.
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  /// First byte of a rank's memory, as this rank reaches it.
  std::byte* of(int rank) const { return parts_[std::size_t(rank)]; }

private:
  void share(std::size_t bytes);
  void release() noexcept;

  MpiComm host_;
  std::vector<std::byte*> parts_;
  [[maybe_unused]] MPI_Win window_ = MPI_WIN_NULL; ///< on CPUs
};

} // namespace isobar
