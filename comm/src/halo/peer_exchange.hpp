#pragma once
#include "halo/peer_kernels.hpp"
#include "halo/peer_layout.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/transport/peer_ranks.hpp>
#include <isobar/core/base/own_queue.hpp>
#include <isobar/core/base/pinned_number.hpp>

#include <optional>

namespace isobar {

inline PeerPlace place_of(const TransportPlan& plan) {
  return plan.inside == Transport::segment ? PeerPlace::host : PeerPlace::device;
}

/// Peer memory for all patterns of a hierarchy, and the exchanges over it.
template <class T> class PeerExchanges {
public:
  /// `patterns_of`: the patterns of each rank of this host, by its place there, with ranks of this
  /// host only. Collective over `ranks`, which must outlive it. Throws what PeerRanks::memory throws.
  PeerExchanges(PeerRanks& ranks, std::vector<std::vector<HaloPattern>> patterns_of,
                const TransportPlan& plan);
  /// The exchange of a pattern; `level` is for labels. The memory must outlive it.
  std::unique_ptr<HaloExchange<T>> of(int pattern, int level) const;
  /// Throws EnvironmentError if a neighbour's numbers have not
  /// come. Call it when the device has finished.
  void check() const;

private:
  const std::vector<HaloPattern>& own() const {
    return patterns_of_[std::size_t(hosts_.own().rank())];
  }
  std::vector<PeerTarget<T>> targets(int pattern) const;

  const HostRanks& hosts_;
  Int64 most_looks_;
  std::vector<std::vector<HaloPattern>> patterns_of_;
  PeerLayout layout_;
  std::shared_ptr<const PeerMemory> memory_;
  std::optional<OwnQueue> queue_;
  PinnedNumber<PeerFailure> failure_;
};

extern template class PeerExchanges<float>;
extern template class PeerExchanges<double>;

} // namespace isobar
