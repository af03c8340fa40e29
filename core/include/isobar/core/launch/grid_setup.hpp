#pragma once
#include <isobar/core/launch/launch_plan.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A level from which on fewer ranks share the columns (merge.hpp), as a rank before the merge sees
/// it.
struct MergedPart {
  int level;                        ///< the first level after the merge
  std::optional<Partition> columns; ///< this rank's columns after the merge; none: it waits
};

/// The input from which a rank makes all levels of a hierarchy.
struct GridSetup {
  GridSpec spec;
  Partition partition;          ///< this rank's columns on the finest level
  std::vector<MarchRule> march; ///< rules that override the choice of march_shape.hpp
  /// The mesh of the finest level, which grids of several precisions share. If it is empty, each
  /// grid makes its own.
  HorizontalMesh mesh{};
  std::vector<MergedPart> merged{}; ///< in the order of levels, as far as this rank has them
};

} // namespace isobar
