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
};
struct Columns {
  Span x, y;
  bool empty() const { return x.empty() || y.empty(); }
};

Columns owned(const Partition& p) {
  return {{p.first_i, p.first_i + p.nx}, {p.first_j, p.first_j + p.ny}};
}
Span common(Span a, Span b) { return {std::max(a.first, b.first), std::min(a.end, b.end)}; }
Columns common(const Partition& a, const Partition& b) {
  const Columns p = owned(a), q = owned(b);
  return {common(p.x, q.x), common(p.y, q.y)};
}

/// What a part takes of a merged one that has some of its columns: those, and the halo beside them where no other one
/// has more of the part.
Span taken(Span part, Span merged) {
  const Span both = common(part, merged);
  return {both.first - (merged.first <= part.first), both.end + (merged.end >= part.end)};
}
Columns taken(const Partition& part, const Partition& merged) {
  const Columns p = owned(part), m = owned(merged);
  return {taken(p.x, m.x), taken(p.y, m.y)};
}

bool contains(const std::optional<Partition>& merged, const Partition& part) {
  if (!merged) return false;
  const Columns both = common(*merged, part);
  return both.x.end - both.x.first == part.nx && both.y.end - both.y.first == part.ny;
}

/// Whether `part_of` takes its part from what `from` has behind the merge.
bool serves(const MergeParts& p, int from, int part_of) {
  const auto& merged = p.merged[std::size_t(from)];
  const Partition& part = p.parts[std::size_t(part_of)];
  if (!merged || common(*merged, part).empty()) return false;
  return from == part_of || !contains(p.merged[std::size_t(part_of)], part);
}

/// A block for each row of some columns of a field that holds those of a partition.
void add_rows(HaloSide& side, int field, const FieldShape& s, const Partition& held, int rank,
              const Columns& c) {
  if (c.empty()) return;
  for (int j = c.y.first; j < c.y.end; ++j) {
    HaloBlock row = block_of_columns(s, rank, c.x.first - held.first_i, j - held.first_j,
                                     c.x.end - c.x.first, s.column_stride());
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
      add_rows(own ? way.own_from : way.others.sent, 0, shapes.part, part, other,
               common(part, *there));
    if (merged)
      add_rows(own ? way.own_to : way.others.received, 1, shapes.merged, *merged, other,
               common(p.parts[std::size_t(other)], *merged));
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
      add_rows(own ? way.own_from : way.others.sent, 1, shapes.merged, *merged, other,
               taken(p.parts[std::size_t(other)], *merged));
    if (serves(p, other, rank))
      add_rows(own ? way.own_to : way.others.received, 0, shapes.part, part, other,
               taken(part, *p.merged[std::size_t(other)]));
  }
  way.others = countable(std::move(way.others));
  return way;
}

} // namespace isobar
