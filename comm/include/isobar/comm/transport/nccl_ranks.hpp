#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace isobar {

/// Device memory whose bytes travel to a rank, or that receives bytes from it.
struct NcclMessage {
  int rank;
  std::size_t bytes;
  void* memory;
};

/// The ranks of a communicator in NCCL, or in RCCL on AMD's GPUs, which has the same calls and is
/// untested. Each rank needs a GPU. Make it once a run: it takes a second, and recordings of
/// several such communicators may block each other when they are replayed in turn. It must outlive
/// the recordings (launch_graph.hpp) that contain its calls.
///
/// NVLink's multicast stays off unless NCCL_NVLS_ENABLE turns it on. Halos
/// do not need it, and it can take GPUs of a shared host out of service.
class NcclRanks {
public:
  /// Whether this build has NCCL (ISOBAR_ENABLE_NCCL).
  static bool is_built();

  /// Collective. Throws EnvironmentError on all ranks if one of them fails, with the call and
  /// NCCL's reason.
  explicit NcclRanks(const MpiComm& comm);
  /// A subset of other NcclRanks, by their numbers there; the new
  /// numbers are the places in this list. It shares the communicator,
  /// so each rank may make it alone, and all-reduces cannot use it.
  NcclRanks(const NcclRanks& all, std::vector<int> ranks);
  /// Collective if no other object shares the communicator; then it also waits for the device.
  ~NcclRanks();
  NcclRanks(const NcclRanks&) = delete;
  NcclRanks& operator=(const NcclRanks&) = delete;

  /// Sends and receives all messages at once. The other ranks must receive and send the same;
  /// messages between two ranks match in their order. Only launches, in the order of the default
  /// instance, except for the first time between two ranks. Throws EnvironmentError if a call of
  /// NCCL fails.
  void exchange(std::span<const NcclMessage> sent, std::span<const NcclMessage> received) const;
  /// Gathers `bytes` from each rank, in the order of the ranks, on all ranks. Only launches.
  void gather(const void* own, void* all, std::size_t bytes) const;
  /// Throws EnvironmentError if NCCL has met an error since.
  void check() const;
  int size() const { return size_; }
  /// Whether it has all ranks of its communicator, so that gather() can be called.
  bool has_all() const { return ranks_.empty(); }

private:
  struct Handle;
  int place(int rank) const { return has_all() ? rank : ranks_[std::size_t(rank)]; }

  int size_;
  std::vector<int> ranks_; ///< their numbers in the communicator; empty: equal
  std::shared_ptr<Handle> handle_;
};

} // namespace isobar
