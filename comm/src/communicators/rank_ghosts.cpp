#include <isobar/comm/communicators/rank_ghosts.hpp>

#include "halo/rank_exchanges.hpp"
#include "mpi/all_reduce.hpp"
#include "topology/ghost_pattern.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace isobar {
namespace {

/// A vector in the form of a field for exchanges. Shares its memory, with the ghosts.
template <class T> class VectorMemory : public FieldMemory<T> {
public:
  VectorMemory(const Kokkos::View<T*, MemorySpace>& x, const FieldShape& shape) {
    this->view_ = typename FieldMemory<T>::View(x.data(), std::size_t(shape.nx), 1, 1);
    this->shape_ = shape;
  }
};

/// A function that gives the patterns of all levels of any rank.
std::function<std::vector<HaloPattern>(int)>
patterns_of(const MpiComm& comm, const std::vector<GhostLists>& lists, bool of_others) {
  std::vector<HaloPattern> own;
  std::vector<GhostCounts> counts;
  for (const GhostLists& level : lists) {
    own.push_back(ghost_pattern(level));
    if (of_others) counts.emplace_back(comm, level);
  }
  return [own, counts, own_rank = comm.rank()](int rank) {
    if (rank == own_rank) return own;
    std::vector<HaloPattern> patterns;
    for (const GhostCounts& level : counts) patterns.push_back(level.pattern_of(rank));
    return patterns;
  };
}

} // namespace

/// The ghosts of one level.
template <class T> class RankGhosts<T>::LevelGhosts final : public Ghosts<T> {
public:
  using Vector = typename Ghosts<T>::Vector;
  LevelGhosts(const GhostLists& lists, int level, std::unique_ptr<HaloExchange<T>> exchange)
      : owned_(std::size_t(lists.owned)), behind_(lists.ghosts + lists.answers),
        shape_(vector_shape(lists)), exchange_(std::move(exchange)),
        region_(fmt::format("isobar/exchange/{}", level)) {}

  int room() const override { return behind_; }
  void start(const Vector& x) override {
    const Region region(region_);
    const FieldMemory<T> memory = memory_of(x);
    exchange_->start({&memory, 1}, Halo::edges);
  }
  void finish(const Vector& x) override {
    const Region region(region_);
    const FieldMemory<T> memory = memory_of(x);
    exchange_->finish({&memory, 1});
  }
  void exchange(const Vector& x) override {
    const Region region(region_);
    const FieldMemory<T> memory = memory_of(x);
    exchange_->exchange({&memory, 1}, Halo::edges);
  }
  bool enqueued() const override { return exchange_->enqueued(); }

private:
  FieldMemory<T> memory_of(const Vector& x) const {
    if (x.extent(0) != owned_)
      throw std::logic_error(fmt::format(
          "the ghosts of a vector of {} numbers are exchanged on a level with {} owned ones",
          x.extent(0), owned_));
    return VectorMemory<T>(x, shape_);
  }

  std::size_t owned_;
  int behind_; ///< room behind the owned numbers
  FieldShape shape_;
  std::unique_ptr<HaloExchange<T>> exchange_;
  std::string region_;
};

template <class T>
RankGhosts<T>::RankGhosts(const MpiComm& comm, const std::vector<const DistributedNumbers*>& levels,
                          const TransportPlan& transports) {
  const bool with_peers = stores(transports.inside) && comm.size() > 1;
  for (const DistributedNumbers* numbers : levels) {
    lists_.push_back(ghost_lists(comm, *numbers, with_peers));
    bytes_ += halo_buffer_bytes(ghost_pattern(lists_.back()), sizeof(T), transports.inside);
  }
  exchanges_ =
      std::make_unique<RankExchanges<T>>(comm, transports, patterns_of(comm, lists_, with_peers));
  for (int level = 0; level < int(levels.size()); ++level)
    levels_.push_back(std::make_unique<LevelGhosts>(lists_[std::size_t(level)], level,
                                                    exchanges_->of(level, level)));
}

template <class T> RankGhosts<T>::~RankGhosts() = default;

template <class T> Ghosts<T>& RankGhosts<T>::on(int level) {
  if (level < 0 || level >= int(levels_.size()))
    throw std::invalid_argument(
        fmt::format("level {} is asked for, there are {} levels", level, levels_.size()));
  return *levels_[std::size_t(level)];
}

template <class T> void RankGhosts<T>::sum(std::span<double> values) {
  if (alone()) return;
  check();
  all_reduce(exchanges_->comm(), values, MPI_SUM);
}

template <class T> void RankGhosts<T>::max(std::span<double> values) {
  if (alone()) return;
  check();
  all_reduce(exchanges_->comm(), values, MPI_MAX);
}

template <class T> bool RankGhosts<T>::alone() const { return exchanges_->comm().size() == 1; }
template <class T> void RankGhosts<T>::check() const { exchanges_->check(); }

template class RankGhosts<float>;
template class RankGhosts<double>;

} // namespace isobar
