#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace isobar {

class SharedSegment;

/// Where ranks of a host share memory: on their GPUs, or on the host. On CPUs both are one.
enum class PeerPlace { device, host };

/// Memory of each rank of a host that all of them reach by loads and stores, from kernels too: on GPUs
/// device memory whose handle is handed round (CUDA's and HIP's IPC), on hosts a segment of POSIX shared memory, which GPUs
/// reach once it is registered.
/// The memory is the runtime's own allocation and no Kokkos View, so that its handle is that of
/// its first byte, whatever allocator Kokkos was built with.
class PeerMemory {
public:
  /// `bytes` of each rank, the same number on all, all zero. Collective over the ranks of one host. Throws EnvironmentError
  /// on all of them if one cannot share its memory, with the reason.
  PeerMemory(const MpiComm& host, std::size_t bytes, PeerPlace place = PeerPlace::device);
  /// Collective, and waits for the device. Ends the program if Kokkos is finalized before.
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  std::size_t bytes() const { return bytes_; }
  PeerPlace place() const { return place_; }
  /// All zero again, once nobody has an exchange under way in it. Collective, and waits for the device.
  void clear() const;
  /// First byte of a rank's memory, as this rank reaches it.
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
  std::byte* registered_ = nullptr; ///< first byte of the segment, as the host reaches it
  std::unique_ptr<SharedSegment> segment_;
};

} // namespace isobar
