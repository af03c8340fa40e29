#include "flow/pressure_history.hpp"

#include <algorithm>

namespace isobar {

void IterationCounts::add(const IterationCounts& more) {
  if (more.solves == 0) return;
  least = solves == 0 ? more.least : std::min(least, more.least);
  most = std::max(most, more.most);
  solves += more.solves;
  iterations += more.iterations;
}

void PressureHistory::add(std::span<const SolveReport> solves) {
  IterationCounts step;
  for (const SolveReport& solve : solves)
    step.add({1, solve.iterations, solve.iterations, solve.iterations});
  if (intervals_.empty() || steps_in_last_ == steps_each_) {
    if (intervals_.size() == most_intervals) join_pairs();
    intervals_.emplace_back();
    steps_in_last_ = 0;
  }
  intervals_.back().add(step);
  ++steps_in_last_;
  all_.add(step);
}

/// Joins pairs of intervals. All intervals are full, and their number is even.
void PressureHistory::join_pairs() {
  std::vector<IterationCounts> joined;
  for (std::size_t n = 0; n < intervals_.size(); n += 2) {
    joined.push_back(intervals_[n]);
    joined.back().add(intervals_[n + 1]);
  }
  intervals_ = std::move(joined);
  steps_each_ *= 2;
}

} // namespace isobar
