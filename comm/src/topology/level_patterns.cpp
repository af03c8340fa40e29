#include "topology/level_patterns.hpp"

#include "topology/sphere_pattern.hpp"

#include <utility>

namespace isobar {

LevelPatterns::LevelPatterns(const Decomposition& d, const LayerCounts& nz, const Overlap& overlap,
                             const std::vector<int>& bundles, ShapeOf shape_of)
    : d_(d), nz_(nz), overlap_(overlap), bundles_(bundles), shape_of_(std::move(shape_of)) {
  if (overlap.empty()) return;
  parts_.resize(overlap.size() + 1);
  for (int rank = 0; rank < d.ranks(); ++rank) {
    const auto parts = level_parts(d.of_rank(rank).partition(), levels(), overlap);
    for (std::size_t level = 0; level < parts.size(); ++level)
      parts_[level].push_back(parts[level]);
  }
}

Partition LevelPatterns::computed(int rank, int level) const {
  if (overlap_.empty()) return d_.of_rank(rank).partition(level);
  return parts_[std::size_t(level)][std::size_t(rank)].computed;
}

bool LevelPatterns::whole(int level) const {
  if (overlap_.empty()) return d_.partition(level).is_whole();
  return parts_[std::size_t(level)][0].whole;
}

FieldShape LevelPatterns::shape(int rank, int level) const {
  const Partition p = computed(rank, level);
  return shape_of_(p.nx, p.ny, nz_.on(level));
}

std::vector<HaloPattern> LevelPatterns::of_rank(int rank) const {
  std::vector<HaloPattern> all, gathered;
  for (int level = 0; level < levels(); ++level)
    all.push_back(rows_on(overlap_, level) > 0 ? rows(rank, level, 1) : halos(rank, level));
  for (const int fields : bundles_)
    all.push_back(together(std::vector<HaloPattern>(std::size_t(fields), all.front())));
  for (const int level : gathered_levels()) gathered.push_back(rows(rank, level, 0));
  if (!gathered.empty()) all.push_back(together(gathered));
  return all;
}

std::vector<int> LevelPatterns::gathered_levels() const {
  std::vector<int> gathered;
  for (int level = 0; level < levels(); ++level)
    if (rows_on(overlap_, level) > 0 && !parts_[std::size_t(level)][0].owned.is_whole())
      gathered.push_back(level);
  return gathered;
}

HaloPattern LevelPatterns::rows(int rank, int level, int beyond) const {
  return overlap_pattern(shape(rank, level), parts_[std::size_t(level)], rank, beyond);
}

/// No halos if every rank has the level whole.
HaloPattern LevelPatterns::halos(int rank, int level) const {
  const FieldShape s = shape(rank, level);
  if (computed(rank, level).is_whole()) return {{s}, {}, {}};
  if (d_.is_of_sphere())
    return sphere_pattern(
        s, [&](int of) { return computed(of, level); }, rank);
  return halo_pattern(s, d_.of_rank(rank).neighbours());
}

} // namespace isobar
