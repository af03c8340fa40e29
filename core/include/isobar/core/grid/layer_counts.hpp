#pragma once
#include <algorithm>
#include <utility>
#include <vector>

namespace isobar {

/// The number of layers after each group of `merge` adjacent ones of nz becomes one, from the
/// ground up. The topmost layer may hold fewer.
constexpr int merged_layers(int nz, int merge) { return (nz + merge - 1) / merge; }

/// The numbers of layers of a hierarchy's fields: on the finest level, on the next one, and so on.
/// The last number also counts for all coarser levels.
struct LayerCounts {
  std::vector<int> counts;
  bool merged_on_level_1 = false; ///< level 1 itself merges: the finest one restricts to all layers
  LayerCounts(int nz, int merge = 1)
      : counts{nz, merged_layers(nz, merge)}, merged_on_level_1(merge > 1) {}
  explicit LayerCounts(std::vector<int> of_levels) : counts(std::move(of_levels)) {}
  int on(int level) const { return counts[std::min(std::size_t(level), counts.size() - 1)]; }
  /// The number of layers that the finer level's restriction writes.
  int restricted_to(int level) const { return on(merged_on_level_1 && level == 1 ? 0 : level); }
  /// The counts from `level` on.
  LayerCounts from(int level) const {
    const auto first = std::min(std::size_t(level), counts.size() - 1);
    return LayerCounts(std::vector<int>(counts.begin() + std::ptrdiff_t(first), counts.end()));
  }
};

} // namespace isobar
