#pragma once
#include <isobar/core/grid/partition.hpp>

#include <vector>

/// Coarse levels on more rows than a rank owns (docs/communication.md). A rank that also computes
/// rows beside its own exchanges messages with its neighbours less often. Each step is correct on
/// one row less, until no extra row is left.
namespace isobar {

/// A rank's part of one level.
struct LevelPart {
  Partition owned;    ///< the coarsened columns that the rank owns on the finer level
  Partition computed; ///< the columns of fields and kernels: owned ones, and rows of others
  /// Whether every rank computes the whole level. Messages depend on this and not on `computed`,
  /// because one rank may compute a whole level when others do not.
  bool whole = false;
};

/// The rows beside its own that a rank computes on level 1, level 2 and so on. An empty list means
/// no rows on any level. With all_rows, every rank has the whole level.
using Overlap = std::vector<int>;
inline constexpr int all_rows = 1 << 28;
/// The rows beside its own that a rank computes on a level.
inline int rows_on(const Overlap& overlap, int level) {
  return level > 0 && level <= int(overlap.size()) ? overlap[std::size_t(level) - 1] : 0;
}

/// Returns the parts of one rank on all levels, from its part of the finest one. All levels below
/// one that every rank has as a whole are owned as a whole, and exchange nothing.
///
/// Throws std::invalid_argument if a part of a level cannot be halved. Throws it if the overlap is
/// odd above another level, or less than half of the finer level's. If x alone is halved, it throws
/// if the overlap is less than the finer level's. Throws it for any overlap if ranks do not own
/// whole rows or y is periodic.
std::vector<LevelPart> level_parts(const Partition& finest, int levels, const Overlap& overlap);

} // namespace isobar
