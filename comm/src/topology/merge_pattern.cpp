#include <isobar/comm/topology/merge_pattern.hpp>

#include "topology/halo_blocks.hpp"
#include "topology/panel_pieces.hpp"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

/// A range of columns of the whole level: from `first` up to, but without, `end`.
struct Span {
  int first, end;
  bool empty() const { return first >= end; }
  int size() const { return end - first; }
};
struct Columns {
  Span x, y;
  bool empty() const { return x.empty() || y.empty(); }
};

Columns columns_of(const PanelPiece& p) { return {{p.i, p.i + p.nx}, {p.j, p.j + p.ny}}; }

Span common(Span a, Span b) { return {std::max(a.first, b.first), std::min(a.end, b.end)}; }
Columns common(const Columns& a, const Columns& b) { return {common(a.x, b.x), common(a.y, b.y)}; }

/// The columns that a part takes from a merged one: those in common. It takes the halo beside them
/// as well, unless another merged one has more of the part.
Span taken(Span part, Span merged) {
  const Span both = common(part, merged);
  return {both.first - (merged.first <= part.first), both.end + (merged.end >= part.end)};
}
Columns taken(const Columns& part, const Columns& merged) {
  return {taken(part.x, merged.x), taken(part.y, merged.y)};
}

/// Calls visit(piece of the part, piece of the merged one) for pieces
/// with columns in common, in an order that senders and receivers share.
template <class Visit>
void for_common(const Partition& part, const Partition& merged, const Visit& visit) {
  const std::vector<PanelPiece> behind = pieces_of(merged);
  for (const PanelPiece& p : pieces_of(part))
    for (const PanelPiece& m : behind)
      if (p.panel == m.panel && !common(columns_of(p), columns_of(m)).empty()) visit(p, m);
}

Int64 columns_in_common(const Partition& part, const Partition& merged) {
  Int64 columns = 0;
  for_common(part, merged, [&](const PanelPiece& p, const PanelPiece& m) {
    const Columns both = common(columns_of(p), columns_of(m));
    columns += Int64(both.x.size()) * both.y.size();
  });
  return columns;
}

bool contains(const std::optional<Partition>& merged, const Partition& part) {
  return merged && columns_in_common(part, *merged) == part.columns();
}

/// Whether `part_of` takes its part from the columns of `from` behind the merge.
bool serves(const MergeParts& p, int from, int part_of) {
  const auto& merged = p.merged[std::size_t(from)];
  const Partition& part = p.parts[std::size_t(part_of)];
  if (!merged || columns_in_common(part, *merged) == 0) return false;
  return from == part_of || !contains(p.merged[std::size_t(part_of)], part);
}

/// Adds a block for each row of some columns of a field that holds a piece.
void add_rows(HaloSide& side, int field, const FieldShape& s, const PanelPiece& held, int rank,
              const Columns& c) {
  for (int j = c.y.first; j < c.y.end; ++j) {
    HaloBlock row = block_of_columns(s, rank, c.x.first - held.i, held.row + j - held.j, c.x.size(),
                                     s.column_stride());
    row.field = field;
    side.add(row);
  }
}

} // namespace

MergeWay gather_way(const MergeParts& p, int rank, const MergeShapes& shapes) {
  MergeWay way{{{shapes.part, shapes.merged}, {}, {}}, {}, {}};
  const Partition& part = p.parts[std::size_t(rank)];
  const auto& merged = p.merged[std::size_t(rank)];
  for (int other = 0; other < int(p.parts.size()); ++other) {
    const bool own = other == rank;
    if (const auto& there = p.merged[std::size_t(other)])
      for_common(part, *there, [&](const PanelPiece& from, const PanelPiece& to) {
        add_rows(own ? way.own_from : way.others.sent, 0, shapes.part, from, other,
                 common(columns_of(from), columns_of(to)));
      });
    if (merged)
      for_common(p.parts[std::size_t(other)], *merged,
                 [&](const PanelPiece& from, const PanelPiece& to) {
                   add_rows(own ? way.own_to : way.others.received, 1, shapes.merged, to, other,
                            common(columns_of(from), columns_of(to)));
                 });
  }
  way.others = countable(std::move(way.others));
  return way;
}

MergeWay scatter_way(const MergeParts& p, int rank, const MergeShapes& shapes) {
  MergeWay way{{{shapes.part, shapes.merged}, {}, {}}, {}, {}};
  const Partition& part = p.parts[std::size_t(rank)];
  const auto& merged = p.merged[std::size_t(rank)];
  for (int other = 0; other < int(p.parts.size()); ++other) {
    const bool own = other == rank;
    if (serves(p, rank, other))
      for_common(p.parts[std::size_t(other)], *merged,
                 [&](const PanelPiece& to, const PanelPiece& from) {
                   add_rows(own ? way.own_from : way.others.sent, 1, shapes.merged, from, other,
                            taken(columns_of(to), columns_of(from)));
                 });
    if (serves(p, other, rank))
      for_common(part, *p.merged[std::size_t(other)],
                 [&](const PanelPiece& to, const PanelPiece& from) {
                   add_rows(own ? way.own_to : way.others.received, 0, shapes.part, to, other,
                            taken(columns_of(to), columns_of(from)));
                 });
  }
  way.others = countable(std::move(way.others));
  return way;
}

} // namespace isobar
