#pragma once
#include <isobar/comm/transport/host_ranks.hpp>
#include <isobar/comm/transport/peer_memory.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The ranks of a communicator that store into each other's memory, and that memory. It belongs to
/// the ranks, not to a solver. It outlives the halos in it and serves the next ones, because
/// mapping a peer's memory takes longer than all else in a setup.
class PeerRanks {
public:
  /// Collective. Must be destroyed, collectively, before Kokkos and MPI. `ranks_per_host` as for
  /// HostRanks.
  explicit PeerRanks(const MpiComm& comm, int ranks_per_host = 0);

  /// A duplicate of the communicator.
  const MpiComm& comm() const { return comm_; }
  const HostRanks& hosts() const { return hosts_; }
  /// Whether another communicator has the same ranks in the same order. Not collective.
  bool are_those_of(const MpiComm& other) const;

  /// Unused memory of at least `bytes` on each rank of this host, all 0: new, or mapped before.
  /// Collective over all ranks. Ranks of one host must give the same arguments, and must have
  /// returned the same memory. Throws TransportError on all ranks if those of one host cannot share
  /// memory.
  std::shared_ptr<const PeerMemory> memory(std::size_t bytes, PeerPlace place);
  /// How often memory was allocated.
  std::size_t made() const { return all_.size(); }
  /// Bytes of this rank in all allocations.
  std::size_t bytes() const;

private:
  MpiComm comm_;
  HostRanks hosts_;
  std::vector<std::shared_ptr<const PeerMemory>> all_;
};

} // namespace isobar
