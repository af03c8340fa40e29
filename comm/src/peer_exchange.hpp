#pragma once
#include "peer_kernels.hpp"
#include "peer_layout.hpp"

#include <isobar/comm/halo_exchange.hpp>
#include <isobar/comm/host_ranks.hpp>
#include <isobar/comm/peer_memory.hpp>
#include <isobar/core/grid/layer_counts.hpp>

namespace isobar {

/// The patterns of one rank's halos on all levels, with the neighbours of its own host or with the others.
enum class Neighbours { of_own_host, of_other_hosts };
template <class T>
std::vector<HaloPattern> halo_patterns(const Decomposition& d, const HostRanks& hosts,
                                       const LayerCounts& nz, Layout layout, Neighbours which);

/// Peer memory for the halos of all levels, and the exchanges over it.
template <class T> class PeerExchanges {
public:
  /// Collective over the ranks of a host. Throws EnvironmentError if they cannot share memory.
  PeerExchanges(const HostRanks& hosts, const Decomposition& d, const LayerCounts& nz,
                Layout layout, Int64 most_looks);
  /// The exchange of a level with the neighbours of this host. The memory must outlive it.
  std::unique_ptr<HaloExchange<T>> on(int level) const;
  /// Throws EnvironmentError if a neighbour's halo has not come. For when the device has finished.
  void check() const;

private:
  const HostRanks& hosts_;
  int rank_;
  Int64 most_looks_;
  std::vector<HaloPattern> patterns_;
  PeerLayout layout_;
  PeerMemory memory_;
  Kokkos::View<PeerFailure, PinnedSpace> failure_;
  std::vector<std::vector<HaloPattern>> patterns_of_; ///< of the ranks of this host, by place
};

extern template class PeerExchanges<float>;
extern template class PeerExchanges<double>;

} // namespace isobar
