#include <isobar/comm/mpi_communicator.hpp>

#include "nccl_sum.hpp"
#include "peer_exchange.hpp"
#include "peer_sum.hpp"

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <stdexcept>

namespace isobar {
namespace {

template <class T>
HaloPattern pattern_of(const Decomposition& d, int level, const LayerCounts& nz, Layout layout) {
  const Partition p = d.partition(level);
  return HaloPattern(FieldShape::of<T>(p.nx, p.ny, nz.on(level), layout), d.neighbours());
}

void require_own(const Decomposition& d, const MpiComm& comm) {
  if (d.ranks() != comm.size() || d.rank() != comm.rank())
    throw DecompositionError(DecompositionError::Fault::ranks,
                             fmt::format("a decomposition for rank {} of {} on rank {} of {}",
                                         d.rank(), d.ranks(), comm.rank(), comm.size()));
}

} // namespace

/// The ranks and the halos of one level.
template <class T> class MpiCommunicators<T>::LevelCommunicator final : public Communicator<T> {
public:
  LevelCommunicator(const MpiCommunicators& all, int level, const FieldShape& shape,
                    std::unique_ptr<HaloExchange<T>> halo)
      : all_(all), shape_(shape), halo_(std::move(halo)),
        region_("isobar/exchange/" + std::to_string(level)) {}

  bool fits(const FieldShape& shape) const override { return shape == shape_; }
  void start(const FieldMemory<T>& field, Halo halo) override {
    const Region region(region_);
    halo_->start(field, halo);
  }
  void finish(const FieldMemory<T>& field) override {
    const Region region(region_);
    halo_->finish(field);
  }
  void exchange(const FieldMemory<T>& field, Halo halo) override {
    const Region region(region_);
    halo_->exchange(field, halo);
  }
  bool enqueued() const override { return halo_->enqueued(); }
  void check() const override { all_.check(); }
  void sum(std::span<double> values) override {
    if (alone()) return;
    check();
    static const std::string name = "isobar/allreduce";
    const Region region(name);
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, MPI_SUM,
                            all_.comm_.get()),
              "MPI_Allreduce");
  }
  bool alone() const override { return all_.comm_.size() == 1; }
  bool sums_on_device() const override { return all_.device_sum_ != nullptr; }
  void sum_on_device(CgState* state, CgStep step) override {
    all_.device_sum_->enqueue(state, step);
  }

private:
  const MpiCommunicators& all_;
  FieldShape shape_;
  std::unique_ptr<HaloExchange<T>> halo_;
  std::string region_;
};

template <class T>
MpiCommunicators<T>::MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition,
                                      const LayerCounts& nz, const TransportPlan& transports,
                                      Layout layout)
    : comm_(comm) {
  require_own(decomposition, comm);
  if (comm.size() > 1) connect(decomposition, nz, transports, layout);
  const bool peers = peers_ != nullptr;
  std::vector<HaloPattern> messages;
  if (peers)
    messages = halo_patterns<T>(decomposition, *hosts_, nz, layout, Neighbours::of_other_hosts);
  for (int level = 0; level < decomposition.levels(); ++level) {
    const HaloPattern all = pattern_of<T>(decomposition, level, nz, layout);
    auto halo = make_halo_exchange<T>(comm_, level, peers ? messages[std::size_t(level)] : all,
                                      transports.between, nccl_.get());
    if (peers) halo = both(peers_->on(level), std::move(halo));
    levels_.push_back(
        std::make_unique<LevelCommunicator>(*this, level, all.shape(), std::move(halo)));
  }
}

/// What levels share.
template <class T>
void MpiCommunicators<T>::connect(const Decomposition& decomposition, const LayerCounts& nz,
                                  const TransportPlan& transports, Layout layout) {
  if (transports.takes(Transport::nccl))
    nccl_ = transports.nccl ? transports.nccl : std::make_shared<const NcclRanks>(comm_);
  if (transports.inside == Transport::peer) {
    hosts_ = std::make_unique<HostRanks>(comm_, transports.ranks_per_host);
    peers_ = std::make_unique<PeerExchanges<T>>(*hosts_, decomposition, nz, layout,
                                                transports.most_looks);
    if (hosts_->all_share())
      device_sum_ = std::make_unique<PeerSum>(hosts_->own(), transports.most_looks);
  }
  if (nccl_ && !device_sum_) device_sum_ = std::make_unique<NcclSum>(*nccl_);
}

template <class T> void MpiCommunicators<T>::check() const {
  if (peers_) peers_->check();
  if (nccl_) nccl_->check();
  if (device_sum_) device_sum_->check();
}

template <class T> MpiCommunicators<T>::~MpiCommunicators() = default;

template <class T> Communicator<T>& MpiCommunicators<T>::on(int level) {
  if (level < 0 || level >= int(levels_.size()))
    throw std::invalid_argument(fmt::format(
        "level {} is asked for of a decomposition with levels 0 to {}", level, levels_.size() - 1));
  return *levels_[std::size_t(level)];
}

template <class T>
BufferBytes MpiCommunicators<T>::bytes(const Decomposition& decomposition, const LayerCounts& nz,
                                       const TransportPlan& transports) {
  BufferBytes sum;
  for (int level = 0; level < decomposition.levels(); ++level) {
    const BufferBytes b = halo_buffer_bytes(
        pattern_of<T>(decomposition, level, nz, Layout::x_fastest), sizeof(T), transports.inside);
    sum.device += b.device;
    sum.host += b.host;
  }
  return sum;
}

template class MpiCommunicators<float>;
template class MpiCommunicators<double>;

} // namespace isobar
