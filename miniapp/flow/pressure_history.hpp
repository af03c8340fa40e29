#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <span>
#include <vector>

namespace isobar {

/// Iterations of a set of pressure solves.
struct IterationCounts {
  Int64 solves = 0, iterations = 0; ///< counts of all solves together
  int least = 0, most = 0;          ///< iterations of one solve; 0 without solves
  double mean() const { return solves == 0 ? 0.0 : double(iterations) / double(solves); }
  void add(const IterationCounts& more);
};

/// The pressure solves of a run in intervals of equally many time steps, of which the last may have fewer. There
/// are at most `most_intervals`: before another one begins, pairs are joined. So memory does not grow with the run.
class PressureHistory {
public:
  static constexpr std::size_t most_intervals = 100;

  /// Adds the solves of one time step.
  void add(std::span<const SolveReport> solves);

  const IterationCounts& all() const { return all_; }
  /// The intervals in order of time.
  const std::vector<IterationCounts>& intervals() const { return intervals_; }
  Int64 steps_each() const { return steps_each_; }

private:
  void join_pairs();

  IterationCounts all_;
  std::vector<IterationCounts> intervals_;
  Int64 steps_each_ = 1, steps_in_last_ = 0;
};

} // namespace isobar
