#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace isobar {

/// Device memory that travels to a rank or is filled by what comes from it.
struct NcclMessage {
  int rank;
  std::size_t bytes;
  void* memory;
};

/// The ranks of a communicator as NCCL knows them; RCCL on AMD's GPUs, by the same calls, which nobody has tried. A GPU for
/// each rank. Made once a run: making it takes a second, and recordings of several such communicators that are replayed in
/// turn may block each other. It must outlive the recordings (launch_graph.hpp) that its calls are in.
///
/// NVLink's multicast stays off unless NCCL_NVLS_ENABLE says otherwise: halos do not need it, and it can take the GPUs of a
/// host that others share out of service.
class NcclRanks {
public:
  /// Whether this build has NCCL (ISOBAR_ENABLE_NCCL).
  static bool is_built();

  /// Collective. Throws EnvironmentError on all ranks if one cannot, with the call and NCCL's reason.
  explicit NcclRanks(const MpiComm& comm);
  /// Some of the ranks of another one, by their numbers there, which then have those of this list. Shares its
  /// communicator: each rank may make it alone, and sums cannot use it.
  NcclRanks(const NcclRanks& all, std::vector<int> ranks);
  /// The last one that shares the communicator: collective, and waits for the device.
  ~NcclRanks();
  NcclRanks(const NcclRanks&) = delete;
  NcclRanks& operator=(const NcclRanks&) = delete;

  /// All messages at once, which the ranks that are named have to receive and send; those of a pair of ranks meet in their
  /// order. Only launches, in the order of the default instance, but the first time between two ranks. Throws
  /// EnvironmentError.
  void exchange(std::span<const NcclMessage> sent, std::span<const NcclMessage> received) const;
  /// `bytes` of each rank, in the order of the ranks, on all ranks. Only launches.
  void gather(const void* own, void* all, std::size_t bytes) const;
  /// Throws EnvironmentError if NCCL has met an error since.
  void check() const;
  int size() const { return size_; }
  /// Whether it is all ranks of its communicator, so that gather() can be called.
  bool has_all() const { return ranks_.empty(); }

private:
  struct Handle;
  int place(int rank) const { return has_all() ? rank : ranks_[std::size_t(rank)]; }

  int size_;
  std::vector<int> ranks_; ///< their numbers in the communicator; empty: they are the same
  std::shared_ptr<Handle> handle_;
};

} // namespace isobar
