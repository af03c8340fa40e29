#pragma once
#include <isobar/core/launch/launch_plan.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A level from which on fewer ranks share the columns (merge.hpp), seen by a rank in front of the merge.
struct MergedPart {
  int level;                        ///< the first one behind the merge
  std::optional<Partition> columns; ///< this rank's columns behind the merge; none: it waits
};

/// The input from which a rank makes all levels of a hierarchy.
struct GridSetup {
  GridSpec spec;
  Partition partition;          ///< this rank's columns on the finest level
  std::vector<MarchRule> march; ///< launch rules that override the choice of march_shape.hpp
  /// The mesh of the finest level, which grids of several
  /// precisions share. If it is empty, each of them makes its own.
  HorizontalMesh mesh{};
  std::vector<MergedPart> merged{}; ///< in the order of their levels, as far as this rank has any
};

} // namespace isobar
