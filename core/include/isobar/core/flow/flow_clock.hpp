#pragma once
#include <isobar/core/base/types.hpp>

namespace isobar {

/// The time of a flow, and its number of steps.
struct FlowClock {
  double time = 0.0;
  Int64 steps = 0;
  double last_dt = 0.0; ///< 0: there is no last step, or Adams-Bashforth may not use it
};

} // namespace isobar
