#pragma once
#include <isobar/core/launch/launch_plan.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// A level from which on fewer ranks have what there is (merge.hpp), as one of those in front of the merge sees it.
struct MergedPart {
  int level;                        ///< the first one behind the merge
  std::optional<Partition> columns; ///< of that level that this rank has behind it; none: it waits
};

/// What a rank makes all levels of a hierarchy from.
struct GridSetup {
  GridSpec spec;
  Partition partition;          ///< this rank's columns on the finest level
  std::vector<MarchRule> march; ///< launch rules that stand above the choice of march_shape.hpp
  /// The mesh of the finest level, so that grids of several precisions share it. If it is empty, each
  /// of them makes its own.
  HorizontalMesh mesh{};
  std::vector<MergedPart> merged{}; ///< in the order of their levels, as far as this rank has any
};

} // namespace isobar
