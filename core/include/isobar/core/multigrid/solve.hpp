#pragma once
#include <isobar/core/base/relative_norm.hpp>
#include <isobar/core/multigrid/solve_report.hpp>

#include <functional>
#include <optional>
#include <utility>

namespace isobar {

/// The conditions under which a solve stops. The residual norm is the 2-norm of the
/// volume-integrated residual. Iterations start from u = 0.
struct SolveControls {
  double tolerance = 1e-5; ///< relative to the norm of the right-hand side
  int max_iterations = 1000;
  /// A solve calls this on every rank after each iteration with a norm, or after each batch
  /// while CG's norms stay on a GPU. The result true asks all ranks to stop. May be empty.
  std::function<bool(const IterationState&)> monitor = {};
  /// Before this number of cycles, multigrid computes no residual norm and no host waits. It is for
  /// a number of cycles that is known beforehand. The last one of max_iterations cycles is always
  /// checked.
  int check_after = 0;
  /// See StoppingRule.
  double absolute_tolerance = 0.0, divergence_tolerance = residual_growth_bound;
  int min_iterations = 0;

  StoppingRule rule() const {
    return {tolerance, absolute_tolerance, divergence_tolerance, min_iterations};
  }
  /// Returns the controls of a correction that begins after `iterations` iterations.
  /// Its right-hand side is the residual, whose norm is `share` times that of the
  /// right-hand side. All numbers of the correction are divided by `scale`.
  SolveControls of_correction(int iterations, double share, double scale) const;
};

class Ranks;

/// Returns the norm over all ranks. `square`: this rank's share of the squared norm.
double norm_over_ranks(Ranks& ranks, double square);

/// How the residual norms of a converging solver fall. `steady`: from each iteration to the
/// next (multigrid and refinement). `erratic`: with plateaus of any length (Krylov methods).
enum class Decrease { steady, erratic };

/// A norm over all ranks, and whether any rank's monitor asks to stop.
struct NormOverRanks {
  double norm;
  bool stop;
};

/// Records the residual norm of each iteration and decides whether it was the last one, by the
/// same rules for every solver. StoppingRule tells when a solve has converged or diverged.
///
/// If norms fall steadily, a solve ends after `patience` checked norms that are all above
/// `progress` times the least one before. It has diverged if the last norm is above the first one.
/// Otherwise it has stagnated: it would need more than 50,000 iterations for each factor of e.
///
/// Krylov methods may pause for long and go on, but rounding does not stop the norms of their
/// recurrences. So a norm that meets the tolerance is computed again from u (record_true). If this
/// residual misses the tolerance, the method continues from it. The solve ends as stagnated after
/// `patience_with_truth` such residuals without one below `progress_of_truth` times the least one.
/// If the residuals are within `near` times the tolerance, where rounding alone may meet it, the
/// solve ends after `patience_near_tolerance` of them.
class ConvergenceTest {
public:
  static constexpr int patience = 50, patience_with_truth = 3, patience_near_tolerance = 25;
  static constexpr double progress = 0.999, progress_of_truth = 0.9, near = 4.0;

  /// A right-hand side of norm 0 converges at once. One whose norm is not finite never does.
  ConvergenceTest(const SolveControls& controls, double rhs_norm,
                  Decrease decrease = Decrease::erratic);
  bool finished() const { return finished_; }
  /// Records the residual norm of the u that the solve starts from, which may already be small
  /// enough.
  void record_start(double residual_norm);
  /// Records an iteration's norm. `stop_requested` must be the same on all ranks.
  void record(double residual_norm, bool stop_requested);
  /// Returns the norm over all ranks, and whether any monitor asks to stop, with
  /// one all-reduce for both. `square`: this rank's share of the squared norm.
  NormOverRanks over_ranks(Ranks& ranks, double square) const;
  /// Records the norm that over_ranks() gives, and returns it.
  double record_over_ranks(Ranks& ranks, double square);
  /// Whether an iteration's norm from a recurrence must be computed again from u before it is
  /// recorded. This is so if the norm meets the tolerance. It is also so if the solve ends with it
  /// and it is so small that it may be rounding.
  bool needs_truth(double residual_norm, bool stop_requested) const;
  /// Does record() for a norm that was computed again from u. May end the solve as stagnated.
  void record_true(double residual_norm, bool stop_requested);
  /// Records the next iteration without a norm and returns true, if that iteration needs none
  /// (check_after).
  bool skip_norm();
  /// Asks the monitor. The answer may differ between ranks, so ranks must add it up.
  bool stop_requested() const;
  int iterations() const { return report_.iterations; }
  /// Iterations left until the maximum number.
  int left() const { return controls_.max_iterations - report_.iterations; }
  void breakdown() { end(SolveStatus::breakdown); }
  /// Ends the solve because no further iteration can reduce the residual.
  void stagnated() { end(SolveStatus::stagnated); }
  SolveReport report() && { return std::move(report_); }

private:
  double rhs_norm() const { return report_.residual_norms.front(); }
  void judge(double residual_norm);
  SolveStatus without_progress(double residual_norm);
  void end(SolveStatus status);

  const SolveControls& controls_;
  StoppingRule rule_;
  SolveReport report_;
  Decrease decrease_;
  double first_norm_;       ///< the larger norm of right-hand side and residual at the start
  double least_norm_;       ///< the last norm that was progress
  int unchanged_ = 0;       ///< number of checked norms since least_norm_
  double least_truth_;      ///< the last norm computed again from u that was progress
  int unchanged_truth_ = 0; ///< number of such norms since least_truth_
  bool finished_ = false;
};

/// The loop of every iterative solver. It calls iterate(test), which does one or
/// several iterations and records their norms, until the test ends.
/// `start_norm`: residual norm of the u that a solve starts from, if u is not 0.
template <class Iterate>
SolveReport solve_loop(const SolveControls& controls, double rhs_norm, const Iterate& iterate,
                       Decrease decrease = Decrease::erratic,
                       std::optional<double> start_norm = {}) {
  ConvergenceTest test(controls, rhs_norm, decrease);
  if (start_norm && !test.finished()) test.record_start(*start_norm);
  while (!test.finished()) iterate(test);
  return std::move(test).report();
}

} // namespace isobar
