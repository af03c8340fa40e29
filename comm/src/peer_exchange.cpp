#include "peer_exchange.hpp"

#include "halo_kernels.hpp"
#include "peer_kernels.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace isobar {
namespace {

/// One level's exchange by stores into the neighbours' memory.
template <class T> class PeerExchange final : public HaloExchange<T> {
public:
  explicit PeerExchange(const PeerHalo<T>& kernel)
      : kernel_(kernel), send_label_(label("send")), receive_label_(label("receive")),
        exchange_label_(label("exchange")),
        done_("isobar/peer_exchanges", std::size_t(lines(Halo::edges_and_corners))) {
    kernel_.done = done_.data();
  }
  bool enqueued() const override { return true; }
  void start(const FieldMemory<T>& field, Halo halo) override {
    require_halo_shape(field, kernel_.pattern);
    if (under_way_) throw std::logic_error("halo exchange started again before it was finished");
    under_way_ = true;
    halo_ = halo;
    launch(send_label_, field, true, false);
  }
  void finish(const FieldMemory<T>& field) override {
    if (!under_way_) throw std::logic_error("halo exchange finished that was not started");
    under_way_ = false;
    launch(receive_label_, field, false, true);
  }
  /// In one launch where all its teams run at once: a team that waits may otherwise keep one from
  /// running that a neighbour waits for.
  void exchange(const FieldMemory<T>& field, Halo halo) override {
    if (on_host || lines(halo) > most_teams_at_once())
      return HaloExchange<T>::exchange(field, halo);
    require_halo_shape(field, kernel_.pattern);
    halo_ = halo;
    launch(exchange_label_, field, true, true);
  }

private:
  std::string label(const char* what) const {
    return fmt::format("isobar/peer_{}/{}", what, kernel_.level);
  }
  int lines(Halo halo) const { return kernel_.pattern.lines(halo); }
  static int most_teams_at_once() { return ExecutionSpace().concurrency() / (4 * halo_team_size); }
  void launch(const std::string& label, const FieldMemory<T>& field, bool sends, bool receives) {
    kernel_.field = field.flat().data();
    kernel_.sends = sends;
    kernel_.receives = receives;
    for_halo_lines(label, lines(halo_), kernel_);
  }

  PeerHalo<T> kernel_;
  std::string send_label_, receive_label_, exchange_label_;
  Kokkos::View<Epoch*, MemorySpace> done_;
  Halo halo_ = Halo::edges;
  bool under_way_ = false;
};

} // namespace

template <class T>
std::vector<HaloPattern> halo_patterns(const Decomposition& d, const HostRanks& hosts,
                                       const LayerCounts& nz, Layout layout, Neighbours which) {
  std::array<int, direction_count> neighbours = d.neighbours();
  for (int& n : neighbours)
    if (n >= 0 && hosts.share(n, d.rank()) != (which == Neighbours::of_own_host)) n = -1;
  std::vector<HaloPattern> patterns;
  for (int level = 0; level < d.levels(); ++level) {
    const Partition p = d.partition(level);
    patterns.emplace_back(FieldShape::of<T>(p.nx, p.ny, nz.on(level), layout), neighbours);
  }
  return patterns;
}

template <class T>
PeerExchanges<T>::PeerExchanges(const HostRanks& hosts, const Decomposition& d,
                                const LayerCounts& nz, Layout layout, Int64 most_looks)
    : hosts_(hosts), rank_(d.rank()), most_looks_(most_looks),
      patterns_(halo_patterns<T>(d, hosts, nz, layout, Neighbours::of_own_host)),
      layout_(patterns_, sizeof(T)), memory_(hosts.own(), layout_.bytes()),
      failure_("isobar/peer_failure"), patterns_of_(std::size_t(hosts.own().size())) {
  failure_() = {-1, -1};
  for (int rank = 0; rank < d.ranks(); ++rank)
    if (hosts.share(rank, d.rank()))
      patterns_of_[std::size_t(hosts.place(rank))] =
          halo_patterns<T>(d.of_rank(rank), hosts, nz, layout, Neighbours::of_own_host);
}

template <class T> void PeerExchanges<T>::check() const {
  const PeerFailure failure = failure_();
  if (failure.level < 0) return;
  const HaloPattern& pattern = patterns_[std::size_t(failure.level)];
  throw EnvironmentError(
      fmt::format("rank {} has waited in vain for the halo of rank {} on level {}", rank_,
                  pattern.message(failure.message).neighbour, failure.level));
}

template <class T> std::unique_ptr<HaloExchange<T>> PeerExchanges<T>::on(int level) const {
  const HaloPattern& pattern = patterns_[std::size_t(level)];
  std::byte* const own = memory_.of(hosts_.own().rank());
  PeerHalo<T> kernel{};
  kernel.pattern = pattern;
  kernel.arrived = reinterpret_cast<Epoch*>(own + layout_.flags(level));
  kernel.inbox = reinterpret_cast<const T*>(own + layout_.buffers(level));
  kernel.turn = std::ptrdiff_t(pattern.size(Halo::edges_and_corners));
  kernel.failure = failure_.data();
  kernel.most_looks = most_looks_;
  kernel.level = level;
  for (int m = 0; m < pattern.messages(Halo::edges_and_corners); ++m) {
    const HaloMessage& sent = pattern.message(m);
    const int place = hosts_.place(sent.neighbour);
    const auto& theirs = patterns_of_[std::size_t(place)];
    const PeerLayout layout(theirs, sizeof(T));
    const HaloPattern& received = theirs[std::size_t(level)];
    const int message = received.message_towards(opposite(sent.direction));
    std::byte* const memory = memory_.of(place);
    kernel.targets[m] = {
        reinterpret_cast<T*>(memory + layout.buffers(level)) + received.message(message).buffer,
        std::ptrdiff_t(received.size(Halo::edges_and_corners)),
        reinterpret_cast<Epoch*>(memory + layout.flags(level)) + received.first_line(message)};
  }
  return std::make_unique<PeerExchange<T>>(kernel);
}

template std::vector<HaloPattern> halo_patterns<float>(const Decomposition&, const HostRanks&,
                                                       const LayerCounts&, Layout, Neighbours);
template std::vector<HaloPattern> halo_patterns<double>(const Decomposition&, const HostRanks&,
                                                        const LayerCounts&, Layout, Neighbours);
template class PeerExchanges<float>;
template class PeerExchanges<double>;

} // namespace isobar
