#pragma once
#include "halo/peer_exchange.hpp"

#include <isobar/comm/transport/nccl_ranks.hpp>

#include <functional>

namespace isobar {

/// The exchanges of some patterns between the ranks of a communicator, by
/// the transports of a plan: stores to peers, messages or NCCL to others.
template <class T> class RankExchanges {
public:
  /// Gives all patterns of any rank, the same number for each. Calls no MPI.
  using PatternsOf = std::function<std::vector<HaloPattern>(int rank)>;

  /// Collective. Throws MpiError, and EnvironmentError if peers are asked for and cannot share memory, or NCCL cannot start.
  RankExchanges(const MpiComm& comm, const TransportPlan& transports,
                const PatternsOf& patterns_of);
  /// The exchange of one of this rank's patterns; `level` is for labels. These exchanges must outlive it.
  std::unique_ptr<HaloExchange<T>> of(int pattern, int level) const;
  /// Throws EnvironmentError if another rank's numbers have not arrived. Call it when the device has finished.
  void check() const;

  const MpiComm& comm() const { return own_comm_ ? *own_comm_ : peer_ranks_->comm(); }
  /// Null without NCCL, or if all ranks are peers.
  const NcclRanks* nccl() const { return nccl_.get(); }
  /// Null if nothing is stored into memory of peers.
  PeerRanks* peer_ranks() const { return peer_ranks_.get(); }

private:
  void find_peers(const MpiComm& comm, const TransportPlan& transports);

  std::shared_ptr<PeerRanks> peer_ranks_;
  std::optional<MpiComm> own_comm_; ///< none if all ranks share a host: the peers' own serves
  Transport between_;
  std::vector<HaloPattern> own_;
  std::shared_ptr<const NcclRanks> nccl_;
  std::unique_ptr<PeerExchanges<T>> peers_;
};

extern template class RankExchanges<float>;
extern template class RankExchanges<double>;

} // namespace isobar
