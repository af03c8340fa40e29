#pragma once
#include <isobar/core/base/types.hpp>

namespace isobar {

/// Time and number of steps of a flow.
struct FlowClock {
  double time = 0.0;
  Int64 steps = 0;
  double last_dt = 0.0; ///< 0: no last step, or none that Adams-Bashforth may use
};

} // namespace isobar
