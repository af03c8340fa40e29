#include <isobar/comm/communicators/mpi_communicator.hpp>

#include "halo/peer_sum.hpp"
#include "halo/rank_exchanges.hpp"
#include "mpi/all_reduce.hpp"
#include "topology/level_patterns.hpp"
#include "transport/nccl_sum.hpp"

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <algorithm>
#include <map>
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

/// The right-hand sides that travel together: on the levels where ranks compute rows of others.
template <class T> class GatheredRhs {
public:
  GatheredRhs(std::size_t levels, std::unique_ptr<HaloExchange<T>> exchange)
      : levels_(levels), exchange_(std::move(exchange)) {}
  void add(const FieldMemory<T>& f) { waiting_.push_back(f); }
  /// Sends the waiting right-hand sides. A single one travels by its own level's exchange.
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
                    std::unique_ptr<HaloExchange<T>> halo, bool whole, OwnSides<T> sides)
      : all_(all), shape_(shape), halo_(std::move(halo)), alone_(whole), sides_(std::move(sides)),
        region_("isobar/exchange/" + std::to_string(level)) {}

  /// Sets the exchange by which this number of fields travels together.
  void bundles(int fields, std::unique_ptr<HaloExchange<T>> exchange) {
    bundles_[std::size_t(fields)] = std::move(exchange);
  }
  /// Gathers right-hand sides of this level; `rows`: the level itself has rows of others.
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
  void exchange_together(FieldSpan<T> fields, Halo halo) override {
    const auto bundle = bundles_.find(fields.size());
    if (bundle == bundles_.end()) return Communicator<T>::exchange_together(fields, halo);
    const Region region(region_);
    bundle->second->exchange(fields, halo);
    for (const FieldMemory<T>& field : fields) sides_.wrap(field);
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
    all_reduce(all_.exchanges_->comm(), values, op);
  }

  const MpiCommunicators& all_;
  FieldShape shape_;
  std::unique_ptr<HaloExchange<T>> halo_;
  bool alone_;        ///< every rank has the level whole
  OwnSides<T> sides_; ///< the sides on which this rank is its own neighbour
  std::map<std::size_t, std::unique_ptr<HaloExchange<T>>> bundles_; ///< by their number of fields
  GatheredRhs<T>* gathered_ = nullptr;
  bool gathers_rows_ = false;
  std::string region_;
};

template <class T>
MpiCommunicators<T>::MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition,
                                      const LayerCounts& nz, const TransportPlan& transports,
                                      Layout layout, const Overlap& overlap, int first_level,
                                      const std::vector<int>& bundles)
    : periodic_(decomposition.periodic()), first_level_(first_level) {
  require_own(decomposition, comm);
  const auto levels = LevelPatterns::of<T>(decomposition, nz, layout, overlap, bundles);
  const int rank = comm.rank();
  exchanges_ = std::make_unique<RankExchanges<T>>(comm, transports,
                                                  [&](int of) { return levels.of_rank(of); });
  connect_sums(transports);
  const std::vector<int> gathered = levels.gathered_levels();
  const int coarsest = levels.levels() - 1;
  const auto own_sides = [&](int level, int index) -> OwnSides<T> {
    const Partition part = levels.computed(rank, level);
    if (part.is_on_sphere()) return {SphereSides<T>(part), index};
    return {decomposition.own_sides(), index};
  };
  if (!gathered.empty())
    gathered_ = std::make_unique<GatheredRhs<T>>(
        gathered.size(),
        exchanges_->of(coarsest + 1 + int(bundles.size()), first_level + coarsest));
  for (int level = 0; level <= coarsest; ++level) {
    const int index = first_level + level;
    levels_.push_back(std::make_unique<LevelCommunicator>(
        *this, index, levels.shape(rank, level), exchanges_->of(level, index), levels.whole(level),
        own_sides(level, index)));
    levels_.back()->gathers(gathered_.get(), std::ranges::find(gathered, level) != gathered.end());
  }
  for (std::size_t n = 0; n < bundles.size(); ++n)
    levels_.front()->bundles(bundles[n], exchanges_->of(coarsest + 1 + int(n), first_level));
}

/// Connects sums on the device if all ranks are peers or share NCCL.
template <class T> void MpiCommunicators<T>::connect_sums(const TransportPlan& transports) {
  PeerRanks* const peers = exchanges_->peer_ranks();
  const NcclRanks* const nccl = exchanges_->nccl();
  if (peers && peers->hosts().all_share())
    device_sum_ = std::make_unique<PeerSum>(*peers, transports.most_looks, place_of(transports));
  else if (nccl && nccl->has_all()) device_sum_ = std::make_unique<NcclSum>(*nccl);
}

template <class T> void MpiCommunicators<T>::check() const {
  exchanges_->check();
  if (device_sum_) device_sum_->check();
  if (check_more_) check_more_();
}

template <class T> void MpiCommunicators<T>::check_also(std::function<void()> more) {
  check_more_ = std::move(more);
}

template <class T> MpiCommunicators<T>::~MpiCommunicators() = default;

template <class T> Communicator<T>& MpiCommunicators<T>::on(int level) {
  const int last = first_level_ + int(levels_.size()) - 1;
  if (level < first_level_ || level > last)
    throw std::invalid_argument(
        fmt::format("level {} is asked for of a decomposition with levels {} to {}", level,
                    first_level_, last));
  return *levels_[std::size_t(level - first_level_)];
}

template <class T>
BufferBytes MpiCommunicators<T>::bytes(const Decomposition& decomposition, const LayerCounts& nz,
                                       const TransportPlan& transports, const Overlap& overlap,
                                       const std::vector<int>& bundles) {
  BufferBytes sum;
  const auto levels = LevelPatterns::of<T>(decomposition, nz, Layout::x_fastest, overlap, bundles);
  for (const HaloPattern& pattern : levels.of_rank(decomposition.rank()))
    sum += halo_buffer_bytes(pattern, sizeof(T), transports.inside);
  return sum;
}

template class MpiCommunicators<float>;
template class MpiCommunicators<double>;

} // namespace isobar
