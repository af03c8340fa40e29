#pragma once
#include <isobar/core/launch/launch_plan.hpp>

namespace isobar {

/// What a rank makes all levels of a hierarchy from.
struct GridSetup {
  GridSpec spec;
  Partition partition;          ///< this rank's columns on the finest level
  std::vector<MarchRule> march; ///< launch rules that stand above the choice of march_shape.hpp
  /// The mesh of the finest level, so that grids of several precisions share it. If it is empty, each
  /// of them makes its own.
  HorizontalMesh mesh{};
};

} // namespace isobar
