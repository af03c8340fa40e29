#pragma once
#include <isobar/core/base/types.hpp>

#include <cmath>

namespace isobar {

/// Returns the power of two at or below the root mean square of `count`
/// numbers. `norm`: their 2-norm. Returns 1 if it is 0 or not finite.
inline double binary_scale(double norm, Int64 count) {
  const double mean = norm / std::sqrt(double(count));
  return mean > 0.0 && std::isfinite(mean) ? std::exp2(std::ilogb(mean)) : 1.0;
}

} // namespace isobar
