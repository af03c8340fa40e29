#pragma once
#include <isobar/core/base/types.hpp>

#include <cmath>

namespace isobar {

/// The power of two nearest to the root mean square of `count` numbers with this 2-norm.
inline double binary_scale(double norm, Int64 count) {
  const double mean = norm / std::sqrt(double(count));
  return mean > 0.0 && std::isfinite(mean) ? std::exp2(std::ilogb(mean)) : 1.0;
}

} // namespace isobar
