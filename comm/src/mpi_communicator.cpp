#include <isobar/comm/mpi_communicator.hpp>

#include "level_patterns.hpp"
#include "nccl_sum.hpp"
#include "peer_exchange.hpp"
#include "peer_sum.hpp"

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <stdexcept>

namespace isobar {
namespace {

void require_own(const Decomposition& d, const MpiComm& comm) {
  if (d.ranks() != comm.size() || d.rank() != comm.rank())
    throw DecompositionError(DecompositionError::Fault::ranks,
                             fmt::format("a decomposition for rank {} of {} on rank {} of {}",
                                         d.rank(), d.ranks(), comm.rank(), comm.size()));
}

} // namespace

/// The right-hand sides that travel together: those of the levels on which ranks compute rows of others.
template <class T> class GatheredRhs {
public:
  GatheredRhs(std::size_t levels, std::unique_ptr<HaloExchange<T>> exchange)
      : levels_(levels), exchange_(std::move(exchange)) {}
  void add(const FieldMemory<T>& f) { waiting_.push_back(f); }
  /// Lets those travel that wait: by their own level's exchange if it is one alone.
  void travel(HaloExchange<T>& own) {
    if (waiting_.size() == 1 && levels_ > 1) own.exchange(waiting_, Halo::edges);
    else if (!waiting_.empty()) exchange_->exchange(waiting_, Halo::edges);
    waiting_.clear();
  }

private:
  std::size_t levels_;
  std::unique_ptr<HaloExchange<T>> exchange_;
  std::vector<FieldMemory<T>> waiting_;
};

/// The ranks and the halos of one level.
template <class T> class MpiCommunicators<T>::LevelCommunicator final : public Communicator<T> {
public:
  LevelCommunicator(const MpiCommunicators& all, int level, const FieldShape& shape,
                    std::unique_ptr<HaloExchange<T>> halo, bool whole)
      : all_(all), shape_(shape), halo_(std::move(halo)), alone_(whole),
        sides_(all.own_sides_, level), region_("isobar/exchange/" + std::to_string(level)) {}

  /// Right-hand sides of this level are gathered; `rows`: it has rows of others itself.
  void gathers(GatheredRhs<T>* gathered, bool rows) {
    gathered_ = gathered;
    gathers_rows_ = rows;
  }

  bool fits(const FieldShape& shape) const override { return shape == shape_; }
  Periodic periodic() const override { return all_.periodic_; }
  void wrap(const FieldMemory<T>& field) override { sides_.wrap(field); }
  void start(const FieldMemory<T>& field, Halo halo) override {
    const Region region(region_);
    halo_->start({&field, 1}, halo);
  }
  void finish(const FieldMemory<T>& field) override {
    const Region region(region_);
    halo_->finish({&field, 1});
    sides_.wrap(field);
  }
  void exchange(const FieldMemory<T>& field, Halo halo) override {
    const Region region(region_);
    halo_->exchange({&field, 1}, halo);
    sides_.wrap(field);
  }
  void gather(const FieldMemory<T>& f, bool later) override {
    if (gathers_rows_) gathered_->add(f);
    if (later || !gathered_) return;
    const Region region(region_);
    gathered_->travel(*halo_);
  }
  bool enqueued() const override { return halo_->enqueued(); }
  void check() const override { all_.check(); }
  void sum(std::span<double> values) override { reduce(values, MPI_SUM); }
  void max(std::span<double> values) override { reduce(values, MPI_MAX); }
  bool alone() const override { return alone_; }
  bool sums_on_device() const override { return all_.device_sum_ != nullptr && !alone_; }
  void sum_on_device(CgState* state, CgStep step) override {
    all_.device_sum_->enqueue(state, step);
  }

private:
  void reduce(std::span<double> values, MPI_Op op) {
    if (alone()) return;
    check();
    static const std::string name = "isobar/allreduce";
    const Region region(name);
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, op,
                            all_.comm_.get()),
              "MPI_Allreduce");
  }

  const MpiCommunicators& all_;
  FieldShape shape_;
  std::unique_ptr<HaloExchange<T>> halo_;
  bool alone_;        ///< every rank has the level whole
  OwnSides<T> sides_; ///< where this rank is its own neighbour
  GatheredRhs<T>* gathered_ = nullptr;
  bool gathers_rows_ = false;
  std::string region_;
};

template <class T>
MpiCommunicators<T>::MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition,
                                      const LayerCounts& nz, const TransportPlan& transports,
                                      Layout layout, const Overlap& overlap)
    : comm_(comm), periodic_(decomposition.periodic()), own_sides_(decomposition.own_sides()) {
  require_own(decomposition, comm);
  const auto levels = LevelPatterns::of<T>(decomposition, nz, layout, overlap);
  const int rank = comm.rank();
  if (comm.size() > 1) connect(levels, transports);
  const std::vector<HaloPattern> patterns = levels.of_rank(rank);
  const auto exchange = [&](int pattern, int level) {
    if (!peers_)
      return make_halo_exchange<T>(comm_, level, patterns[std::size_t(pattern)], transports.between,
                                   nccl_.get());
    const HaloPattern others =
        patterns[std::size_t(pattern)].with([&](int other) { return !hosts_->share(other, rank); });
    return both(peers_->of(pattern, level),
                make_halo_exchange<T>(comm_, level, others, transports.between, nccl_.get()));
  };
  const std::vector<int> gathered = levels.gathered_levels();
  const int coarsest = levels.levels() - 1;
  if (!gathered.empty())
    gathered_ = std::make_unique<GatheredRhs<T>>(gathered.size(), exchange(coarsest + 1, coarsest));
  for (int level = 0; level <= coarsest; ++level) {
    levels_.push_back(std::make_unique<LevelCommunicator>(
        *this, level, levels.shape(rank, level), exchange(level, level), levels.whole(level)));
    levels_.back()->gathers(gathered_.get(), std::ranges::find(gathered, level) != gathered.end());
  }
}

/// What levels share.
template <class T>
void MpiCommunicators<T>::connect(const LevelPatterns& levels, const TransportPlan& transports) {
  if (transports.takes(Transport::nccl))
    nccl_ = transports.nccl ? transports.nccl : std::make_shared<const NcclRanks>(comm_);
  if (stores(transports.inside)) share_memory(levels, transports);
  if (nccl_ && !device_sum_) device_sum_ = std::make_unique<NcclSum>(*nccl_);
}

template <class T> void MpiCommunicators<T>::check() const {
  if (peers_) peers_->check();
  if (nccl_) nccl_->check();
  if (device_sum_) device_sum_->check();
}

template <class T>
void MpiCommunicators<T>::share_memory(const LevelPatterns& levels,
                                       const TransportPlan& transports) {
  hosts_ = std::make_unique<HostRanks>(comm_, transports.ranks_per_host);
  std::vector<std::vector<HaloPattern>> of_host(std::size_t(hosts_->own().size()));
  for (int rank = 0; rank < comm_.size(); ++rank) {
    if (!hosts_->share(rank, comm_.rank())) continue;
    for (const HaloPattern& pattern : levels.of_rank(rank))
      of_host[std::size_t(hosts_->place(rank))].push_back(
          pattern.with([&](int other) { return hosts_->share(other, rank); }));
  }
  peers_ = std::make_unique<PeerExchanges<T>>(*hosts_, std::move(of_host), transports);
  if (hosts_->all_share())
    device_sum_ =
        std::make_unique<PeerSum>(hosts_->own(), transports.most_looks, place_of(transports));
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
                                       const TransportPlan& transports, const Overlap& overlap) {
  BufferBytes sum;
  const auto levels = LevelPatterns::of<T>(decomposition, nz, Layout::x_fastest, overlap);
  for (const HaloPattern& pattern : levels.of_rank(decomposition.rank())) {
    const BufferBytes b = halo_buffer_bytes(pattern, sizeof(T), transports.inside);
    sum.device += b.device;
    sum.host += b.host;
  }
  return sum;
}

template class MpiCommunicators<float>;
template class MpiCommunicators<double>;

} // namespace isobar
