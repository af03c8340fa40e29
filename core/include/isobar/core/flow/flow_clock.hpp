#pragma once
#include <isobar/core/base/types.hpp>

namespace isobar {

/// How far a flow has come.
struct FlowClock {
  double time = 0.0;
  Int64 steps = 0;
  double last_dt = 0.0; ///< 0: none, or none that Adams-Bashforth may look back to
};

} // namespace isobar
