#include <isobar/comm/communicators/rank_merge.hpp>

#include "halo/field_ways.hpp"

#include <array>

namespace isobar {
namespace {

template <class T>
std::array<MergeWay, 2> ways_of(const MergeParts& parts, int rank, int nz, Layout layout) {
  const auto shape = [&](const Partition& p) { return FieldShape::of<T>(p.nx, p.ny, nz, layout); };
  const auto& merged = parts.merged[std::size_t(rank)];
  const MergeShapes shapes{shape(parts.parts[std::size_t(rank)]),
                           merged ? shape(*merged) : FieldShape{}};
  return {gather_way(parts, rank, shapes), scatter_way(parts, rank, shapes)};
}

} // namespace

template <class T>
RankMerge<T>::RankMerge(const MpiComm& comm, const MergeParts& parts, int nz,
                        const TransportPlan& transports, Layout layout, int level)
    : has_level_(parts.merged.at(std::size_t(comm.rank())).has_value()),
      ways_(std::make_unique<FieldWays<T>>(
          comm, [&](int rank) { return ways_of<T>(parts, rank, nz, layout); },
          std::array{"gather", "scatter"}, level, transports)) {}

template <class T> RankMerge<T>::~RankMerge() = default;

template <class T>
void RankMerge<T>::gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) {
  ways_->there(part, merged);
}
template <class T>
void RankMerge<T>::scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) {
  ways_->back(part, merged);
}
template <class T> bool RankMerge<T>::enqueued() const { return ways_->enqueued(); }
template <class T> void RankMerge<T>::check() const { ways_->check(); }

template <class T>
BufferBytes RankMerge<T>::bytes(const MergeParts& parts, int rank, int nz,
                                const TransportPlan& transports) {
  return FieldWays<T>::bytes(ways_of<T>(parts, rank, nz, Layout::x_fastest), transports);
}

template class RankMerge<float>;
template class RankMerge<double>;

} // namespace isobar
