#include "topology/sphere_pattern.hpp"

#include "topology/halo_blocks.hpp"

#include <isobar/core/grid/patch_halo.hpp>

#include <set>

namespace isobar {
namespace {

int owner(const Partition& rank, const HaloSpan& span) {
  return span.source.patch / rank.sphere.count;
}

/// A block of consecutive columns: for x fastest line by line of one layer, for z fastest column by
/// column. So both ends agree in either direction of their sides.
HaloBlock block_of_side(const FieldShape& s, int rank, int columns, int i, int j, int di, int dj) {
  const std::ptrdiff_t step = di * s.column_stride() + dj * s.row_stride();
  const std::ptrdiff_t first = s.place(i, 0, j);
  if (s.layout == Layout::x_fastest) return {rank, 0, s.nz, columns, s.layer_stride(), step, first};
  return {rank, 0, columns, s.nz, step, s.layer_stride(), first};
}
HaloBlock received(const FieldShape& s, int from, const HaloSpan& h) {
  return block_of_side(s, from, h.columns, h.i, h.j, h.di, h.dj);
}
HaloBlock sent(const FieldShape& s, const Partition& own, int to, const HaloSpan& h) {
  return block_of_side(s, to, h.columns, h.source.i, row_in_field(own, h.source), h.source_di,
                       h.source_dj);
}

} // namespace

HaloPattern sphere_pattern(const FieldShape& shape, const std::function<Partition(int)>& part,
                           int rank) {
  const Partition own = part(rank);
  const PatchHalo halo(own);
  std::set<int> others;
  for (const auto* spans : {&halo.sides, &halo.corners})
    for (const HaloSpan& span : *spans) others.insert(owner(own, span));
  others.erase(rank);

  HaloPattern pattern{{shape}, {}, {}};
  const auto add_all = [&](int other, const std::vector<HaloSpan>& mine,
                           const std::vector<HaloSpan>& theirs, Halo of) {
    for (const HaloSpan& span : mine)
      if (owner(own, span) == other) pattern.received.add(received(shape, other, span), of);
    for (const HaloSpan& span : theirs)
      if (owner(own, span) == rank) pattern.sent.add(sent(shape, own, other, span), of);
  };
  std::vector<PatchHalo> halos;
  for (const int other : others) halos.emplace_back(part(other));
  auto theirs = halos.begin();
  for (const int other : others) add_all(other, halo.sides, (theirs++)->sides, Halo::edges);
  theirs = halos.begin();
  for (const int other : others)
    add_all(other, halo.corners, (theirs++)->corners, Halo::edges_and_corners);
  return countable(pattern);
}

} // namespace isobar
