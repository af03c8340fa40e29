#include "rank_exchanges.hpp"

namespace isobar {

template <class T>
RankExchanges<T>::RankExchanges(const MpiComm& comm, const TransportPlan& transports,
                                const PatternsOf& patterns_of)
    : comm_(comm), between_(transports.between), own_(patterns_of(comm.rank())) {
  if (comm.size() == 1) return;
  if (transports.takes(Transport::nccl))
    nccl_ = transports.nccl ? transports.nccl : std::make_shared<const NcclRanks>(comm_);
  if (!stores(transports.inside)) return;
  hosts_ = std::make_unique<HostRanks>(comm_, transports.ranks_per_host);
  std::vector<std::vector<HaloPattern>> of_host(std::size_t(hosts_->own().size()));
  for (int rank = 0; rank < comm_.size(); ++rank) {
    if (!hosts_->share(rank, comm_.rank())) continue;
    for (const HaloPattern& pattern : patterns_of(rank))
      of_host[std::size_t(hosts_->place(rank))].push_back(
          pattern.with([&](int other) { return hosts_->share(other, rank); }));
  }
  peers_ = std::make_unique<PeerExchanges<T>>(*hosts_, std::move(of_host), transports);
}

template <class T>
std::unique_ptr<HaloExchange<T>> RankExchanges<T>::of(int pattern, int level) const {
  const HaloPattern& all = own_[std::size_t(pattern)];
  if (!peers_) return make_halo_exchange<T>(comm_, level, all, between_, nccl_.get());
  const HaloPattern others =
      all.with([&](int other) { return !hosts_->share(other, comm_.rank()); });
  return both(peers_->of(pattern, level),
              make_halo_exchange<T>(comm_, level, others, between_, nccl_.get()));
}

template <class T> void RankExchanges<T>::check() const {
  if (peers_) peers_->check();
  if (nccl_) nccl_->check();
}

template class RankExchanges<float>;
template class RankExchanges<double>;

} // namespace isobar
