#pragma once
#include <isobar/core/grid/partition.hpp>

#include <vector>

/// Coarse levels on more rows than a rank owns (docs/communication.md). A rank that also computes rows beside
/// its own needs its neighbours less often: each step is right on one row less, until none is left.
namespace isobar {

/// A rank's part of one level.
struct LevelPart {
  Partition owned;    ///< the coarsened columns of its own part of the finer level
  Partition computed; ///< what its fields hold and its kernels compute: owned, and rows of others
  /// Whether every rank computes all of the level. Messages depend on this, not
  /// on `computed`: one rank may compute all of a level when others do not.
  bool whole = false;
};

/// Rows beside its own that a rank computes, on level 1 and so on;
/// empty: none on any level. All rows: every rank has the whole level.
using Overlap = std::vector<int>;
inline constexpr int all_rows = 1 << 28;
inline int rows_on(const Overlap& overlap, int level) {
  return level > 0 && level <= int(overlap.size()) ? overlap[std::size_t(level) - 1] : 0;
}

/// The parts of one rank on all levels, from its part of the finest one. All levels below
/// one that every rank has whole are owned whole: there is nothing left to exchange. Throws
/// std::invalid_argument if a part of a level cannot be halved. Throws it if the overlap is
/// odd above another level, or less than half of the finer level's, or less than all of those
/// if x alone is halved. Throws it for any overlap if ranks do not own whole rows or y is periodic.
std::vector<LevelPart> level_parts(const Partition& finest, int levels, const Overlap& overlap);

} // namespace isobar
