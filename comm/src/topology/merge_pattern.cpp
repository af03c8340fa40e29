#include <isobar/comm/topology/merge_pattern.hpp>

#include "topology/halo_blocks.hpp"

#include <algorithm>
#include <utility>

namespace isobar {
namespace {

/// From where up to where, in columns of the whole level.
struct Span {
  int first, end;
  bool empty() const { return first >= end; }
  int size() const { return end - first; }
};
struct Columns {
  Span x, y;
  bool empty() const { return x.empty() || y.empty(); }
};

/// A rectangle of a partition: all of it, or on the sphere one patch, in columns of its panel.
struct Piece {
  int panel;
  Columns owned;
  int row; ///< of the field, of its first row
};
std::vector<Piece> pieces(const Partition& p) {
  if (!p.is_on_sphere())
    return {{0, {{p.first_i, p.first_i + p.nx}, {p.first_j, p.first_j + p.ny}}, 0}};
  const PatchRows rows = p.rows();
  std::vector<Piece> all;
  for (int n = 0; n < rows.patches; ++n) {
    const SpherePatches::Place at = p.sphere.place(p.sphere.first + n);
    const int i = at.x * p.nx, j = at.y * rows.rows;
    all.push_back({at.panel, {{i, i + p.nx}, {j, j + rows.rows}}, rows.row(n * rows.rows)});
  }
  return all;
}

Span common(Span a, Span b) { return {std::max(a.first, b.first), std::min(a.end, b.end)}; }
Columns common(const Columns& a, const Columns& b) { return {common(a.x, b.x), common(a.y, b.y)}; }

/// What a part takes of a merged one that has some of its columns: those, and the halo beside them where no other one
/// has more of the part.
Span taken(Span part, Span merged) {
  const Span both = common(part, merged);
  return {both.first - (merged.first <= part.first), both.end + (merged.end >= part.end)};
}
Columns taken(const Columns& part, const Columns& merged) {
  return {taken(part.x, merged.x), taken(part.y, merged.y)};
}

/// visit(piece of the part, piece of the merged one) for those that have columns in common, in an order that senders and receivers
/// share.
template <class Visit>
void for_common(const Partition& part, const Partition& merged, const Visit& visit) {
  const std::vector<Piece> behind = pieces(merged);
  for (const Piece& p : pieces(part))
    for (const Piece& m : behind)
      if (p.panel == m.panel && !common(p.owned, m.owned).empty()) visit(p, m);
}

Int64 columns_in_common(const Partition& part, const Partition& merged) {
  Int64 columns = 0;
  for_common(part, merged, [&](const Piece& p, const Piece& m) {
    const Columns both = common(p.owned, m.owned);
    columns += Int64(both.x.size()) * both.y.size();
  });
  return columns;
}

bool contains(const std::optional<Partition>& merged, const Partition& part) {
  return merged && columns_in_common(part, *merged) == part.columns();
}

/// Whether `part_of` takes its part from what `from` has behind the merge.
bool serves(const MergeParts& p, int from, int part_of) {
  const auto& merged = p.merged[std::size_t(from)];
  const Partition& part = p.parts[std::size_t(part_of)];
  if (!merged || columns_in_common(part, *merged) == 0) return false;
  return from == part_of || !contains(p.merged[std::size_t(part_of)], part);
}

/// A block for each row of some columns of a field that holds a piece's.
void add_rows(HaloSide& side, int field, const FieldShape& s, const Piece& held, int rank,
              const Columns& c) {
  for (int j = c.y.first; j < c.y.end; ++j) {
    HaloBlock row =
        block_of_columns(s, rank, c.x.first - held.owned.x.first, held.row + j - held.owned.y.first,
                         c.x.size(), s.column_stride());
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
      for_common(part, *there, [&](const Piece& from, const Piece& to) {
        add_rows(own ? way.own_from : way.others.sent, 0, shapes.part, from, other,
                 common(from.owned, to.owned));
      });
    if (merged)
      for_common(p.parts[std::size_t(other)], *merged, [&](const Piece& from, const Piece& to) {
        add_rows(own ? way.own_to : way.others.received, 1, shapes.merged, to, other,
                 common(from.owned, to.owned));
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
      for_common(p.parts[std::size_t(other)], *merged, [&](const Piece& to, const Piece& from) {
        add_rows(own ? way.own_from : way.others.sent, 1, shapes.merged, from, other,
                 taken(to.owned, from.owned));
      });
    if (serves(p, other, rank))
      for_common(part, *p.merged[std::size_t(other)], [&](const Piece& to, const Piece& from) {
        add_rows(own ? way.own_to : way.others.received, 0, shapes.part, to, other,
                 taken(to.owned, from.owned));
      });
  }
  way.others = countable(std::move(way.others));
  return way;
}

} // namespace isobar
