#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace isobar {

class SharedSegment;

/// The memory that ranks of a host share: that of their GPUs,
/// or of the host. On CPUs both are the same.
enum class PeerPlace { device, host };

/// Memory of each rank of a host that all of them reach by loads and stores, also
/// in kernels. On GPUs it is device memory whose handle goes to all ranks (CUDA's
/// and HIP's IPC). On hosts it is a segment of POSIX shared memory, which GPUs
/// reach once it is registered. It comes from the runtime and not from Kokkos, so
/// that its handle belongs to its first byte with any allocator of Kokkos.
class PeerMemory {
public:
  /// Allocates `bytes` on each rank, the same number on all, and sets them to 0. Collective over
  /// the ranks of one host. Throws EnvironmentError on all of them if one cannot share its memory,
  /// with the reason.
  PeerMemory(const MpiComm& host, std::size_t bytes, PeerPlace place = PeerPlace::device);
  /// Collective, and waits for the device. Ends the program if Kokkos was finalized before.
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  std::size_t bytes() const { return bytes_; }
  PeerPlace place() const { return place_; }
  /// Sets all bytes to 0. No exchange may be under way in it. Collective, and waits for the device.
  void clear() const;
  /// The first byte of a rank's memory, at this rank's address.
  std::byte* of(int rank) const { return parts_[std::size_t(rank)]; }

private:
  void share_on_device();
  void share_on_host();
  void register_segment();
  void release() noexcept;

  MpiComm host_;
  std::size_t bytes_;
  PeerPlace place_;
  std::vector<std::byte*> parts_;
  std::byte* registered_ = nullptr; ///< first byte of the segment, at the host's address
  std::unique_ptr<SharedSegment> segment_;
};

} // namespace isobar
