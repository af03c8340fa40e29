#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <vector>

namespace isobar {

/// Which ranks of a communicator share a host and its memory.
class HostRanks {
public:
  /// Collective. If `ranks_per_host` > 0, this many consecutive ranks count as a host, even if all
  /// share one. So one host can test runs of several hosts. Throws MpiError if a call of MPI fails.
  explicit HostRanks(const MpiComm& comm, int ranks_per_host = 0);

  /// The ranks of this rank's host, in ascending order.
  const MpiComm& own() const { return own_; }
  /// This rank's number in the communicator.
  int own_rank() const { return rank_; }
  /// Whether two ranks of the communicator share a host.
  bool share(int a, int b) const { return hosts_[std::size_t(a)] == hosts_[std::size_t(b)]; }
  /// Rank in own() of a rank that shares this rank's host.
  int place(int rank) const { return places_[std::size_t(rank)]; }
  /// Whether all ranks share one host.
  bool all_share() const;

private:
  MpiComm own_;
  int rank_;
  std::vector<int> hosts_, places_; ///< by rank: lowest rank of its host, rank in its host
};

} // namespace isobar
