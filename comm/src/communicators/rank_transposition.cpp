#include <isobar/comm/communicators/rank_transposition.hpp>

#include "halo/field_ways.hpp"
#include "topology/halo_blocks.hpp"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

struct Layers {
  int first, count;
};
Layers layers_of_rank(int rank, int ranks, int nz) {
  const int first = int(Int64(rank) * nz / ranks);
  return {first, int(Int64(rank + 1) * nz / ranks) - first};
}

/// A block for each row of some columns from (i, j) on, in some layers of a field.
void add_rows(HaloSide& side, int field, const FieldShape& s, int rank, const Partition& columns,
              int i, int j, const Layers& layers) {
  if (layers.count == 0) return;
  for (int row = 0; row < columns.ny; ++row) {
    HaloBlock block{rank,
                    field,
                    layers.count,
                    columns.nx,
                    s.layer_stride(),
                    s.column_stride(),
                    s.place(i, layers.first, j + row)};
    side.add(block);
  }
}

/// From columns, field 0, to whole layers, field 1. The other way has its sides exchanged.
template <class T> MergeWay to_layers_way(const Decomposition& d, int rank, int nz) {
  const Decomposition own = d.of_rank(rank);
  const Layers mine = layers_of_rank(rank, d.ranks(), nz);
  const Partition part = own.partition();
  const FieldShape columns = FieldShape::of<T>(part.nx, part.ny, nz),
                   whole = FieldShape::of<T>(part.global_nx, part.global_ny, mine.count);
  MergeWay way{{{columns, whole}, {}, {}}, {}, {}};
  for (int other = 0; other < d.ranks(); ++other) {
    const Partition theirs = d.of_rank(other).partition();
    const bool is_own = other == rank;
    add_rows(is_own ? way.own_from : way.others.sent, 0, columns, other, part, 0, 0,
             layers_of_rank(other, d.ranks(), nz));
    add_rows(is_own ? way.own_to : way.others.received, 1, whole, other, theirs, theirs.first_i,
             theirs.first_j, {0, mine.count});
  }
  way.others = countable(std::move(way.others));
  return way;
}

template <class T> std::array<MergeWay, 2> ways_of(const Decomposition& d, int rank, int nz) {
  const MergeWay there = to_layers_way<T>(d, rank, nz);
  MergeWay back = there;
  std::swap(back.others.sent, back.others.received);
  std::swap(back.own_from, back.own_to);
  return {there, back};
}

} // namespace

template <class T>
RankTransposition<T>::RankTransposition(const MpiComm& comm, const Decomposition& d, int nz,
                                        const TransportPlan& transports)
    : firsts_(first_layers(d.ranks(), nz)), rank_(d.rank()),
      ways_(std::make_unique<FieldWays<T>>(
          comm, [&](int rank) { return ways_of<T>(d, rank, nz); },
          std::array{"to_layers", "to_columns"}, 0, transports)) {}

template <class T> RankTransposition<T>::~RankTransposition() = default;

template <class T>
void RankTransposition<T>::to_layers(const FieldMemory<T>& columns, const FieldMemory<T>& layers) {
  ways_->there(columns, layers);
}
template <class T>
void RankTransposition<T>::to_columns(const FieldMemory<T>& layers, const FieldMemory<T>& columns) {
  ways_->back(columns, layers);
}
template <class T> void RankTransposition<T>::check() const { ways_->check(); }

template <class T> std::vector<int> RankTransposition<T>::first_layers(int ranks, int nz) {
  std::vector<int> firsts;
  for (int rank = 0; rank < ranks; ++rank) firsts.push_back(layers_of_rank(rank, ranks, nz).first);
  firsts.push_back(nz);
  return firsts;
}

template <class T> int RankTransposition<T>::layers_of(const Decomposition& d, int nz) {
  return layers_of_rank(d.rank(), d.ranks(), nz).count;
}

template <class T>
BufferBytes RankTransposition<T>::bytes(const Decomposition& d, int nz,
                                        const TransportPlan& transports) {
  if (d.ranks() == 1) return {};
  return FieldWays<T>::bytes(ways_of<T>(d, d.rank(), nz), transports);
}

template class RankTransposition<float>;
template class RankTransposition<double>;

} // namespace isobar
