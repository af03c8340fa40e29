#pragma once
#include <isobar/core/base/relative_norm.hpp>

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace isobar {

/// How a solve ended. All of these are results; none is an exception.
enum class SolveStatus {
  converged,     ///< residual norm below tolerance times the norm of the right-hand side
  not_converged, ///< maximum number of iterations reached
  not_finite,    ///< NaN or infinity in the residual norm (a NaN in the right-hand side ends here)
  breakdown,     ///< CG met a direction with <p, A p> <= 0: operator or preconditioner not SPD;
                 ///< BiCGStab a product of vectors that is 0 up to rounding (bicgstab.hpp)
  interrupted    ///< the monitor asked to stop, on any rank
};
std::string_view to_string(SolveStatus status);

/// Seen by a monitor after each iteration.
struct IterationState {
  int iteration;
  double residual_norm;
  double relative_residual;
};

/// When to stop. The residual norm is the 2-norm of the volume-integrated residual, relative
/// to that of the right-hand side; iterations start from u = 0.
struct SolveControls {
  double tolerance = 1e-5;
  int max_iterations = 1000;
  /// Called on every rank after each iteration with a norm, or after each batch of them where CG's
  /// norms stay on a GPU meanwhile; true asks all ranks to stop. May be empty.
  std::function<bool(const IterationState&)> monitor = {};
  /// Multigrid takes no residual norm, and no host waits, before this many cycles: for a count
  /// that is known beforehand. The last of max_iterations is checked in any case.
  int check_after = 0;
};

struct SolveReport {
  SolveStatus status = SolveStatus::not_converged;
  int iterations = 0;
  /// Entry 0 is the norm of the right-hand side, behind it that of the residual of the u that the solve started from, if
  /// that was not 0, and then one for each iteration; NaN after an iteration that was not checked.
  std::vector<double> residual_norms;
  bool converged() const { return status == SolveStatus::converged; }
  double relative_residual() const;
};

class Ranks;

/// The norm of which `square` is this rank's share, squared.
double norm_over_ranks(Ranks& ranks, double square);

/// Records the residual norm of each iteration and decides whether it was the last one: the same
/// rules for every solver.
class ConvergenceTest {
public:
  /// A right-hand side of norm 0 has converged at once, one that is not finite never will.
  ConvergenceTest(const SolveControls& controls, double rhs_norm);
  bool finished() const { return finished_; }
  /// Records the residual norm of the u that the solve starts from, which may be good enough.
  void record_start(double residual_norm);
  /// Records an iteration's norm. `stop_requested` must be the same on all ranks.
  void record(double residual_norm, bool stop_requested);
  /// Records the norm of which `square` is this rank's share, squared, with the monitor's wish to
  /// stop: one sum over the ranks for both. Returns the norm.
  double record_over_ranks(Ranks& ranks, double square);
  /// Records an iteration without a norm if the next one needs none (check_after).
  bool skip_norm();
  /// Asks the monitor; the answer may differ between ranks and is to be summed over them.
  bool stop_requested() const;
  int iterations() const { return report_.iterations; }
  /// Iterations until the maximum number is reached.
  int left() const { return controls_.max_iterations - report_.iterations; }
  void breakdown();
  SolveReport report() && { return std::move(report_); }

private:
  void judge(double residual_norm);

  const SolveControls& controls_;
  SolveReport report_;
  bool finished_ = false;
};

/// The loop of every solver: calls iterate(test), which does one iteration or several and records
/// their norms, until the test says that it is over.
template <class Iterate>
SolveReport solve_loop(const SolveControls& controls, double rhs_norm, const Iterate& iterate) {
  ConvergenceTest test(controls, rhs_norm);
  while (!test.finished()) iterate(test);
  return std::move(test).report();
}

} // namespace isobar
