#pragma once
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <algorithm>
#include <cmath>

/// Solves of many ranks beside those of one.
namespace isobar {

/// The result of a solve on this rank.
struct Solved {
  SolveReport report;
  Partition part;
  HostField solution; ///< (ny, nx, nz) of the part
};

/// Largest difference of this rank's part from the whole solution, over the largest value.
inline double difference(const Solved& mine, const Solved& whole) {
  double worst = 0.0, scale = 0.0;
  for (int j = 0; j < mine.part.ny; ++j)
    for (int i = 0; i < mine.part.nx; ++i)
      for (int k = 0; k < int(mine.solution.extent(2)); ++k) {
        const double right = whole.solution(mine.part.first_j + j, mine.part.first_i + i, k);
        worst = std::max(worst, std::abs(mine.solution(j, i, k) - right));
        scale = std::max(scale, std::abs(right));
      }
  return worst / scale;
}

} // namespace isobar
