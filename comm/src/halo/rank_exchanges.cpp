#include "halo/rank_exchanges.hpp"

namespace isobar {

template <class T>
RankExchanges<T>::RankExchanges(const MpiComm& comm, const TransportPlan& transports,
                                const PatternsOf& patterns_of)
    : between_(transports.between), own_(patterns_of(comm.rank())) {
  if (comm.size() > 1 && stores(transports.inside)) find_peers(comm, transports);
  if (!peer_ranks_ || !peer_ranks_->hosts().all_share()) own_comm_.emplace(comm);
  if (comm.size() == 1) return;
  if (transports.takes(Transport::nccl))
    nccl_ = transports.nccl ? transports.nccl : std::make_shared<const NcclRanks>(this->comm());
  if (!peer_ranks_) return;
  const HostRanks& hosts = peer_ranks_->hosts();
  std::vector<std::vector<HaloPattern>> of_host(std::size_t(hosts.own().size()));
  for (int rank = 0; rank < comm.size(); ++rank) {
    if (!hosts.share(rank, comm.rank())) continue;
    for (const HaloPattern& pattern : patterns_of(rank))
      of_host[std::size_t(hosts.place(rank))].push_back(
          pattern.with([&](int other) { return hosts.share(other, rank); }));
  }
  peers_ = std::make_unique<PeerExchanges<T>>(*peer_ranks_, std::move(of_host), transports);
}

/// Takes the run's peers, whose memory is mapped, if they are the same ranks.
template <class T>
void RankExchanges<T>::find_peers(const MpiComm& comm, const TransportPlan& transports) {
  if (transports.peers && transports.peers->are_those_of(comm)) peer_ranks_ = transports.peers;
  else peer_ranks_ = std::make_shared<PeerRanks>(comm, transports.ranks_per_host);
}

template <class T>
std::unique_ptr<HaloExchange<T>> RankExchanges<T>::of(int pattern, int level) const {
  const HaloPattern& all = own_[std::size_t(pattern)];
  if (!peers_) return make_halo_exchange<T>(comm(), level, all, between_, nccl_.get());
  const HaloPattern others =
      all.with([&](int other) { return !peer_ranks_->hosts().share(other, comm().rank()); });
  return both(peers_->of(pattern, level),
              make_halo_exchange<T>(comm(), level, others, between_, nccl_.get()));
}

template <class T> void RankExchanges<T>::check() const {
  if (peers_) peers_->check();
  if (nccl_) nccl_->check();
}

template class RankExchanges<float>;
template class RankExchanges<double>;

} // namespace isobar
