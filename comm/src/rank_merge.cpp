#include <isobar/comm/rank_merge.hpp>

#include "halo_kernels.hpp"
#include "rank_exchanges.hpp"

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <array>

namespace isobar {
namespace {

template <class T> MergeShapes shapes_of(const MergeParts& parts, int rank, int nz, Layout layout) {
  const auto shape = [&](const Partition& p) { return FieldShape::of<T>(p.nx, p.ny, nz, layout); };
  const auto& merged = parts.merged[std::size_t(rank)];
  return {shape(parts.parts[std::size_t(rank)]), merged ? shape(*merged) : FieldShape{}};
}

constexpr int gathered = 0, scattered = 1; ///< patterns

template <class T>
std::array<MergeWay, 2> ways_of(const MergeParts& parts, int rank, int nz, Layout layout) {
  const MergeShapes shapes = shapes_of<T>(parts, rank, nz, layout);
  return {gather_way(parts, rank, shapes), scatter_way(parts, rank, shapes)};
}

} // namespace

/// One of the two ways.
template <class T> class RankMerge<T>::Way {
public:
  Way(const char* name, int level, const MergeWay& way, std::unique_ptr<HaloExchange<T>> others)
      : pattern_(way.others), region_(fmt::format("isobar/{}/{}", name, level)),
        copy_label_(fmt::format("isobar/{}_own/{}", name, level)),
        from_(on_device("isobar/merge_runs", way.own_from.run_list())),
        to_(on_device("isobar/merge_runs", way.own_to.run_list())), others_(std::move(others)) {}

  /// `source` and `target` are among the fields.
  void run(FieldSpan<T> fields, const FieldMemory<T>& source, const FieldMemory<T>& target) {
    require_halo_shapes(fields, pattern_); // before any number is copied
    const Region region(region_);
    const CopyRuns<T> copy{from_.data(), to_.data(), source.flat().data(), target.flat().data()};
    for_halo_runs(copy_label_, int(from_.size()), copy);
    others_->exchange(fields, Halo::edges);
  }
  bool enqueued() const { return others_->enqueued(); }

private:
  HaloPattern pattern_; ///< of what other ranks send and receive
  std::string region_, copy_label_;
  HaloRuns from_, to_;
  std::unique_ptr<HaloExchange<T>> others_;
};

template <class T>
RankMerge<T>::RankMerge(const MpiComm& comm, const MergeParts& parts, int nz,
                        const TransportPlan& transports, Layout layout, int level)
    : has_level_(parts.merged.at(std::size_t(comm.rank())).has_value()) {
  exchanges_ = std::make_unique<RankExchanges<T>>(comm, transports, [&](int rank) {
    const std::array<MergeWay, 2> ways = ways_of<T>(parts, rank, nz, layout);
    return std::vector<HaloPattern>{ways[gathered].others, ways[scattered].others};
  });
  const std::array<MergeWay, 2> ways = ways_of<T>(parts, comm.rank(), nz, layout);
  gather_ = std::make_unique<Way>("gather", level, ways[gathered], exchanges_->of(gathered, level));
  scatter_ =
      std::make_unique<Way>("scatter", level, ways[scattered], exchanges_->of(scattered, level));
}

template <class T> RankMerge<T>::~RankMerge() = default;

template <class T>
void RankMerge<T>::gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) {
  const std::array fields = {part, merged};
  gather_->run(fields, part, merged);
}

template <class T>
void RankMerge<T>::scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) {
  const std::array fields = {part, merged};
  scatter_->run(fields, merged, part);
}

template <class T> bool RankMerge<T>::enqueued() const {
  return gather_->enqueued() && scatter_->enqueued();
}

template <class T> void RankMerge<T>::check() const { exchanges_->check(); }

template <class T>
BufferBytes RankMerge<T>::bytes(const MergeParts& parts, int rank, int nz,
                                const TransportPlan& transports) {
  BufferBytes sum;
  for (const MergeWay& way : ways_of<T>(parts, rank, nz, Layout::x_fastest))
    sum += halo_buffer_bytes(way.others, sizeof(T), transports.inside);
  return sum;
}

template class RankMerge<float>;
template class RankMerge<double>;

} // namespace isobar
