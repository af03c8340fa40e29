#pragma once
#include <isobar/core/grid/partition.hpp>

#include <vector>

/// Coarse levels on more rows than a rank owns (docs/communication.md). A rank that also computes rows beside
/// its own needs its neighbours less often: each step is right on one row less, until none is left.
namespace isobar {

/// What a rank has of one level.
struct LevelPart {
  Partition owned;    ///< what it coarsens from its own part of the finer level
  Partition computed; ///< what its fields hold and its kernels work on: owned, and rows of others
  /// Every rank computes all of the level. One rank may do so where others do not: what travels must not
  /// depend on that.
  bool whole = false;
};

/// Rows beside its own that a rank computes, on level 1 and so on; empty if there are none on any level. All rows:
/// every rank has the whole level.
using Overlap = std::vector<int>;
inline constexpr int all_rows = 1 << 28;
inline int rows_on(const Overlap& overlap, int level) {
  return level > 0 && level <= int(overlap.size()) ? overlap[std::size_t(level) - 1] : 0;
}

/// The parts of one rank on all levels, from its part of the finest one. Below a level that every rank
/// has whole, all levels are owned whole: there is nothing left to exchange. Throws
/// std::invalid_argument if a part of a level cannot be halved, or if the overlap is one that cannot be:
/// odd above another level, less than half of the finer level's, less than all of them where x alone is halved, or
/// with ranks that do not own whole rows, or with a periodic y.
std::vector<LevelPart> level_parts(const Partition& finest, int levels, const Overlap& overlap);

} // namespace isobar
