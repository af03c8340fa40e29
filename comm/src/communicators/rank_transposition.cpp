#include <isobar/comm/communicators/rank_transposition.hpp>

#include "halo/field_ways.hpp"
#include "topology/halo_blocks.hpp"
#include "topology/panel_pieces.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

struct Layers {
  int first, count;
};
Layers layers_of_rank(int rank, int ranks, int count) {
  const int first = int(Int64(rank) * count / ranks);
  return {first, int(Int64(rank + 1) * count / ranks) - first};
}

/// A rectangle of a field's columns from (i, j) on.
struct Rectangle {
  int i, j, nx, ny;
};

/// A rank's columns: their places in its own fields, and in the whole domain.
struct Columns {
  Rectangle own, whole;
};
/// Returns one rectangle of a rank's columns, or on the sphere one for each patch.
std::vector<Columns> columns_of(const Partition& p) {
  const PatchRows whole = whole_domain(p).rows();
  std::vector<Columns> all;
  for (const PanelPiece& piece : pieces_of(p))
    all.push_back({{0, piece.row, piece.nx, piece.ny},
                   {piece.i, whole.row(piece.panel * whole.rows) + piece.j, piece.nx, piece.ny}});
  return all;
}

/// Adds a block for each row of some columns, in some layers of a field.
void add_rows(HaloSide& side, int field, const FieldShape& s, int rank, const Rectangle& columns,
              const Layers& layers) {
  if (layers.count == 0) return;
  for (int row = 0; row < columns.ny; ++row) {
    HaloBlock block{rank,
                    field,
                    layers.count,
                    columns.nx,
                    s.layer_stride(),
                    s.column_stride(),
                    s.place(columns.i, layers.first, columns.j + row)};
    side.add(block);
  }
}

/// Returns the same places in a field that begins x columns and y rows earlier.
Rectangle shifted(const Rectangle& r, int x, int y) { return {r.i + x, r.j + y, r.nx, r.ny}; }

/// Columns of one rank that lie beside another rank's own, counted from the first own column of each.
struct Beside {
  Rectangle of_sender, of_receiver;
};
/// Returns the sender's columns beside the receiver's. In a periodic direction a sender may be on both sides.
std::vector<Beside> beside(const Partition& receiver, const Partition& sender, int columns) {
  struct Span {
    int begin, end;
  };
  const auto span = [&](int first, int n, int all, int other_first, int other_n, int turn) -> Span {
    const int more = n == all ? 0 : columns, moved = other_first + turn * all;
    return {std::max(first - more, moved), std::min(first + n + more, moved + other_n)};
  };
  std::vector<Beside> all;
  const int turns_x = receiver.periodic.x ? 1 : 0, turns_y = receiver.periodic.y ? 1 : 0;
  for (int y = -turns_y; y <= turns_y; ++y)
    for (int x = -turns_x; x <= turns_x; ++x) {
      const Span i = span(receiver.first_i, receiver.nx, receiver.global_nx, sender.first_i,
                          sender.nx, x),
                 j = span(receiver.first_j, receiver.ny, receiver.global_ny, sender.first_j,
                          sender.ny, y);
      const int nx = i.end - i.begin, ny = j.end - j.begin;
      if (nx <= 0 || ny <= 0) continue;
      all.push_back({{i.begin - x * receiver.global_nx - sender.first_i,
                      j.begin - y * receiver.global_ny - sender.first_j, nx, ny},
                     {i.begin - receiver.first_i, j.begin - receiver.first_j, nx, ny}});
    }
  return all;
}

/// The pattern from columns, field 0, to whole layers, field 1.
template <class T>
MergeWay to_layers_way(const Decomposition& d, int rank, const TransposedLayers& layers) {
  const Layers mine = layers_of_rank(rank, d.ranks(), layers.count),
               others{layers.count, layers.all - layers.count};
  const Partition part = d.of_rank(rank).partition(), all = whole_domain(part);
  const int x = layers.beside_x(part), y = layers.beside_y(part);
  const FieldShape columns = FieldShape::of<T>(part.nx + 2 * x, part.ny + 2 * y, layers.all),
                   whole = FieldShape::of<T>(all.nx, all.ny, mine.count);
  MergeWay way{{{columns, whole}, {}, {}}, {}, {}};
  for (int other = 0; other < d.ranks(); ++other) {
    const Partition theirs = d.of_rank(other).partition();
    const bool is_own = other == rank;
    for (const Columns& c : columns_of(part))
      add_rows(is_own ? way.own_from : way.others.sent, 0, columns, other, shifted(c.own, x, y),
               layers_of_rank(other, d.ranks(), layers.count));
    for (const Columns& c : columns_of(theirs))
      add_rows(is_own ? way.own_to : way.others.received, 1, whole, other, c.whole,
               {0, mine.count});
    if (is_own || layers.beside == 0) continue;
    for (const Beside& b : beside(theirs, part, layers.beside))
      add_rows(way.others.sent, 0, columns, other, shifted(b.of_sender, x, y), others);
    for (const Beside& b : beside(part, theirs, layers.beside))
      add_rows(way.others.received, 0, columns, other, shifted(b.of_receiver, x, y), others);
  }
  way.others = countable(std::move(way.others));
  return way;
}

/// The pattern to layers, and the one back for whole layers alone: to_layers_way with its sides exchanged.
template <class T>
std::array<MergeWay, 2> ways_of(const Decomposition& d, int rank, const TransposedLayers& layers) {
  const MergeWay there = to_layers_way<T>(d, rank, layers);
  MergeWay back =
      layers.beside == 0 ? there : to_layers_way<T>(d, rank, {layers.all, layers.count, 0});
  std::swap(back.others.sent, back.others.received);
  std::swap(back.own_from, back.own_to);
  return {there, back};
}

TransposedLayers checked(const TransposedLayers& layers, const Decomposition& d) {
  if (layers.beside > d.least_columns_of_ranks())
    throw std::invalid_argument("a transposition needs ranks with at least as many columns as it "
                                "brings from beside them");
  return layers;
}

} // namespace

template <class T>
RankTransposition<T>::RankTransposition(const MpiComm& comm, const Decomposition& d,
                                        const TransposedLayers& layers,
                                        const TransportPlan& transports)
    : transposed_(checked(layers, d)), firsts_(first_layers(d.ranks(), layers.count)),
      rank_(d.rank()), ways_(std::make_unique<FieldWays<T>>(
                           comm, [&](int rank) { return ways_of<T>(d, rank, layers); },
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

template <class T> std::vector<int> RankTransposition<T>::first_layers(int ranks, int count) {
  std::vector<int> firsts;
  for (int rank = 0; rank < ranks; ++rank)
    firsts.push_back(layers_of_rank(rank, ranks, count).first);
  firsts.push_back(count);
  return firsts;
}

template <class T> int RankTransposition<T>::layers_of(const Decomposition& d, int count) {
  return layers_of_rank(d.rank(), d.ranks(), count).count;
}

template <class T>
BufferBytes RankTransposition<T>::bytes(const Decomposition& d, const TransposedLayers& layers,
                                        const TransportPlan& transports) {
  if (d.ranks() == 1) return {};
  return FieldWays<T>::bytes(ways_of<T>(d, d.rank(), layers), transports);
}

template class RankTransposition<float>;
template class RankTransposition<double>;

} // namespace isobar
