#pragma once
#include <isobar/comm/transport/host_ranks.hpp>
#include <isobar/comm/transport/peer_memory.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The ranks of a communicator that store into each other's memory, and that memory. It is the ranks' and not a solver's: it is kept when
/// the halos that were in it are gone, and serves the next ones, as mapping the memory of a peer takes longer than all else in a setup.
class PeerRanks {
public:
  /// Collective. Must be destroyed, collectively, before Kokkos and MPI. `ranks_per_host` as for HostRanks.
  explicit PeerRanks(const MpiComm& comm, int ranks_per_host = 0);

  /// A duplicate of the communicator.
  const MpiComm& comm() const { return comm_; }
  const HostRanks& hosts() const { return hosts_; }
  /// Whether another communicator has the same ranks in the same order. Calls no other rank.
  bool are_those_of(const MpiComm& other) const;

  /// Memory of at least so many bytes on each rank of this host, all zero, that nobody else holds: as new, or as it was mapped before.
  /// Collective over all ranks; those of a host give the same numbers and have let the same memory go. Throws TransportError
  /// on all ranks if those of one host cannot share memory.
  std::shared_ptr<const PeerMemory> memory(std::size_t bytes, PeerPlace place);
  /// How often memory was made.
  std::size_t made() const { return all_.size(); }
  /// Bytes of this rank in all that was made.
  std::size_t bytes() const;

private:
  MpiComm comm_;
  HostRanks hosts_;
  std::vector<std::shared_ptr<const PeerMemory>> all_;
};

} // namespace isobar
