#pragma once
#include <isobar/core/grid/partition.hpp>

#include <vector>

/// The sources of the halos of the sphere's patches. This is host code, which runs at setup.
namespace isobar {

/// A column in the field of the rank that owns the patch: its row counts from the rank's first
/// patch.
struct PatchColumn {
  int patch; ///< the patch's number on the sphere
  int i, j;  ///< in the patch
};

/// Consecutive columns of a rank's halo, with consecutive sources in one patch. The n-th is the
/// column (i + n di, j + n dj) of the field; its source is (source.i + n source_di, source.j + n
/// source_dj).
struct HaloSpan {
  int columns;
  int i, j, di, dj;
  PatchColumn source;
  int source_di, source_dj;
};

/// A halo column beyond a corner of the cube, which has three columns around it. It takes half the
/// sum of the two columns beside it. These are halo columns of the same patch, at (beside[n].i,
/// beside[n].j) in the field, with sources of their own.
struct CubeCorner {
  int i, j;
  struct Beside {
    int i, j;
    PatchColumn source;
  } beside[2];
};

/// The halo of all patches of a rank, in an order that depends only on these patches.
struct PatchHalo {
  std::vector<HaloSpan> sides;   ///< patch after patch: west, east, south, north
  std::vector<HaloSpan> corners; ///< single columns
  std::vector<CubeCorner> cube_corners;

  explicit PatchHalo(const Partition& patches);
};

/// The row of the field of the patch's owner in which the column lies.
inline int row_in_field(const Partition& rank, const PatchColumn& c) {
  return (c.patch - rank.sphere.first) * rank.rows().stride + c.j;
}
/// Whether the rank owns the patch of a column.
inline bool owns(const Partition& rank, const PatchColumn& c) {
  const int n = c.patch - rank.sphere.first;
  return n >= 0 && n < rank.sphere.count;
}

} // namespace isobar
