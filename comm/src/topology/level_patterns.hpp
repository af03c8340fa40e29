#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>
#include <isobar/core/grid/layer_counts.hpp>

#include <vector>

namespace isobar {

/// The patterns of all levels of a hierarchy, from and to any rank. Calls no MPI.
class LevelPatterns {
public:
  /// Makes the patterns for fields of T in one layout. With an overlap the
  /// levels are the finest one and one for each number of the overlap.
  /// `bundles`: numbers of fields of the finest level that travel together.
  template <class T>
  static LevelPatterns of(const Decomposition& d, const LayerCounts& nz, Layout layout,
                          const Overlap& overlap, const std::vector<int>& bundles = {}) {
    return {d, nz, overlap, bundles, [layout](int nx, int ny, int layers) {
              return FieldShape::of<T>(nx, ny, layers, layout);
            }};
  }
  int levels() const { return overlap_.empty() ? d_.levels() : int(overlap_.size()) + 1; }
  /// The columns that a rank computes on a level.
  Partition computed(int rank, int level) const;
  /// Whether every rank computes all of a level.
  bool whole(int level) const;
  /// The shape of its fields there.
  FieldShape shape(int rank, int level) const;
  /// The patterns of each level's halos, then of the bundles, then of all right-hand sides that are gathered, if any.
  std::vector<HaloPattern> of_rank(int rank) const;
  /// The levels on which ranks compute rows of others.
  std::vector<int> gathered_levels() const;

private:
  using ShapeOf = std::function<FieldShape(int nx, int ny, int layers)>;
  LevelPatterns(const Decomposition& d, const LayerCounts& nz, const Overlap& overlap,
                const std::vector<int>& bundles, ShapeOf shape_of);
  HaloPattern rows(int rank, int level, int beyond) const;
  HaloPattern halos(int rank, int level) const;

  Decomposition d_;
  LayerCounts nz_;
  Overlap overlap_;
  std::vector<int> bundles_;
  ShapeOf shape_of_;
  std::vector<std::vector<LevelPart>> parts_; ///< by level and rank; empty without overlap
};

} // namespace isobar
