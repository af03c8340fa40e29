#include "halo/peer_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// One side in device memory.
struct PeerSide {
  HaloSide side;
  SideRuns list;
  BlockMemory memory = memory_of_views(); ///< of what follows
  Kokkos::View<Epoch*, MemorySpace> done;

  explicit PeerSide(const HaloSide& side)
      : side(side), list("isobar/peer_runs", side),
        done(in_block("isobar/peer_exchanges", std::vector<Epoch>(list.runs.size()))) {}
  PeerRuns of(Halo halo) const { return {list.runs.data(), done.data(), side.runs(halo)}; }
  PeerRuns none() const { return {list.runs.data(), done.data(), 0}; }
};

/// One pattern's exchange by stores into the neighbours' memory.
template <class T> class PeerExchange final : public HaloExchange<T> {
public:
  PeerExchange(const HaloPattern& pattern, const std::vector<PeerTarget<T>>& targets, int level,
               const PeerHalo<T>& kernel, const OwnQueue* queue)
      : pattern_(pattern), sent_(pattern.sent), received_(pattern.received),
        targets_(in_block("isobar/peer_targets", targets)), kernel_(kernel), queue_(queue),
        send_label_(fmt::format("isobar/peer_send/{}", level)),
        receive_label_(fmt::format("isobar/peer_receive/{}", level)),
        exchange_label_(fmt::format("isobar/peer_exchange/{}", level)) {
    kernel_.targets = targets_.data();
  }
  bool enqueued() const override { return true; }
  void start(FieldSpan<T> fields, Halo halo) override {
    if (under_way_) throw std::logic_error("halo exchange started again before it was finished");
    under_way_ = true;
    halo_ = halo;
    if (!queue_) return launch(send_label_, fields, sent_.of(halo), received_.none());
    queue_->follow_default();
    exchange(fields, halo, queue_->space());
  }
  void finish(FieldSpan<T> fields) override {
    if (!under_way_) throw std::logic_error("halo exchange finished that was not started");
    under_way_ = false;
    if (queue_) queue_->lead_default();
    else launch(receive_label_, fields, sent_.none(), received_.of(halo_));
  }
  void exchange(FieldSpan<T> fields, Halo halo) override {
    exchange(fields, halo, ExecutionSpace());
  }

private:
  static int most_teams_at_once() { return ExecutionSpace().concurrency() / (4 * halo_team_size); }
  /// Exchanges in one launch if all its teams run at once, else in two. In one
  /// launch a waiting team could block a team for which a neighbour waits.
  void exchange(FieldSpan<T> fields, Halo halo, const ExecutionSpace& space) {
    const PeerRuns sent = sent_.of(halo), received = received_.of(halo);
    if (!on_host && std::max(sent.count, received.count) <= most_teams_at_once())
      return launch(exchange_label_, fields, sent, received, space);
    launch(send_label_, fields, sent, received_.none(), space);
    launch(receive_label_, fields, sent_.none(), received, space);
  }
  void launch(const std::string& label, FieldSpan<T> fields, PeerRuns sent, PeerRuns received,
              const ExecutionSpace& space = ExecutionSpace()) {
    require_halo_shapes(fields, pattern_);
    kernel_.fields = HaloFields<T>(fields);
    kernel_.sent = sent;
    kernel_.received = received;
    for_halo_runs(label, std::max(sent.count, received.count), kernel_, space);
  }

  HaloPattern pattern_;
  PeerSide sent_, received_;
  BlockMemory memory_ = memory_of_views(); ///< memory of the targets
  Kokkos::View<PeerTarget<T>*, MemorySpace> targets_;
  PeerHalo<T> kernel_;
  const OwnQueue* queue_; ///< null if everything runs in the default queue
  std::string send_label_, receive_label_, exchange_label_;
  Halo halo_ = Halo::edges;
  bool under_way_ = false;
};

/// The bytes that each rank of the host allocates: the largest need.
std::size_t most_bytes(const std::vector<std::vector<HaloPattern>>& patterns_of,
                       std::size_t number_bytes) {
  std::size_t most = 0;
  for (const std::vector<HaloPattern>& patterns : patterns_of)
    most = std::max(most, PeerLayout(patterns, number_bytes).bytes());
  return most;
}

} // namespace

template <class T>
PeerExchanges<T>::PeerExchanges(PeerRanks& ranks, std::vector<std::vector<HaloPattern>> patterns_of,
                                const TransportPlan& plan)
    : hosts_(ranks.hosts()), most_looks_(plan.most_looks), patterns_of_(std::move(patterns_of)),
      layout_(own(), sizeof(T)),
      memory_(ranks.memory(most_bytes(patterns_of_, sizeof(T)), place_of(plan))),
      failure_(PeerFailure{-1, -1, -1}) {
  if (plan.own_queue) queue_.emplace(1);
}

template <class T> void PeerExchanges<T>::check() const {
  const PeerFailure failure = failure_.so_far();
  if (failure.pattern < 0) return;
  const HaloSide& received = own()[std::size_t(failure.pattern)].received;
  const int neighbour = received.all()[std::size_t(received.block_of_run(failure.run))].rank;
  throw EnvironmentError(
      fmt::format("rank {} has waited in vain for the halo of rank {} on level {}",
                  hosts_.own_rank(), neighbour, failure.level));
}

namespace {

/// The place where a rank expects a pattern's numbers, and the number of blocks sent there so far.
struct Expected {
  PeerLayout layout;
  const HaloSide& side;
  std::vector<HaloRun> runs;
  int blocks = 0;
  Expected(const std::vector<HaloPattern>& patterns, int pattern, std::size_t number_bytes)
      : layout(patterns, number_bytes), side(patterns[std::size_t(pattern)].received),
        runs(side.run_list()) {}
};

} // namespace

/// The n-th block for a rank goes to the place of its n-th block from this rank.
template <class T> std::vector<PeerTarget<T>> PeerExchanges<T>::targets(int pattern) const {
  std::vector<PeerTarget<T>> targets;
  std::map<int, Expected> places;
  for (const HaloBlock& block : own()[std::size_t(pattern)].sent.all()) {
    const int place = hosts_.place(block.rank);
    Expected& there =
        places.try_emplace(place, patterns_of_[std::size_t(place)], pattern, sizeof(T))
            .first->second;
    const int b = there.side.block_of(hosts_.own_rank(), there.blocks++);
    std::byte* const memory = memory_->of(place);
    T* const buffer = reinterpret_cast<T*>(memory + there.layout.buffers(pattern));
    Epoch* const flags = reinterpret_cast<Epoch*>(memory + there.layout.flags(pattern));
    for (int run = there.side.first_run(b); run < there.side.first_run(b + 1); ++run)
      targets.push_back({buffer + there.runs[std::size_t(run)].buffer,
                         std::ptrdiff_t(there.side.size(Halo::edges_and_corners)), flags + run});
  }
  return targets;
}

template <class T>
std::unique_ptr<HaloExchange<T>> PeerExchanges<T>::of(int pattern, int level) const {
  const HaloPattern& own_pattern = own()[std::size_t(pattern)];
  std::byte* const memory = memory_->of(hosts_.own().rank());
  PeerHalo<T> kernel{};
  kernel.arrived = reinterpret_cast<Epoch*>(memory + layout_.flags(pattern));
  kernel.inbox = reinterpret_cast<const T*>(memory + layout_.buffers(pattern));
  kernel.turn = std::ptrdiff_t(own_pattern.received.size(Halo::edges_and_corners));
  kernel.failure = failure_.data();
  kernel.most_looks = most_looks_;
  kernel.pattern = pattern;
  kernel.level = level;
  return std::make_unique<PeerExchange<T>>(own_pattern, targets(pattern), level, kernel,
                                           queue_ ? &*queue_ : nullptr);
}

template class PeerExchanges<float>;
template class PeerExchanges<double>;

} // namespace isobar
