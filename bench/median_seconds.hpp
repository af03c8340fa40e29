#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <algorithm>
#include <vector>

namespace isobar::bench {

/// Of so many runs of body() between fences, after one that is not timed.
template <class Body> double median_seconds(int repeats, const Body& body) {
  std::vector<double> all;
  for (int n = -1; n < repeats; ++n) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    body();
    Kokkos::fence();
    if (n >= 0) all.push_back(timer.seconds());
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

} // namespace isobar::bench
