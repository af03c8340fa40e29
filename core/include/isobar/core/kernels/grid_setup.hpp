#pragma once
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/kernels/march_shape.hpp>

namespace isobar {

/// What a rank makes all levels of a hierarchy from.
struct GridSetup {
  GridSpec spec;
  Partition partition;          ///< this rank's columns on the finest level
  std::vector<MarchRule> march; ///< launch rules that stand above the table of march shapes
};

} // namespace isobar
