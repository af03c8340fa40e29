#pragma once
#include <isobar/comm/topology/decomposition.hpp>

namespace isobar {

/// Whether the process grid allows so many levels, so that a test may run on any number of ranks.
inline bool can_be_distributed(DecompositionSpec spec) {
  const int levels = spec.levels;
  spec.levels = 1;
  return Decomposition(spec).max_levels() >= levels;
}

} // namespace isobar
