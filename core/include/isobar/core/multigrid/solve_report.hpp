#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// How a solve ended. All these ends are results; none is an exception.
enum class SolveStatus {
  converged,     ///< the residual norm is within a tolerance
  not_converged, ///< the solve reached the maximum number of iterations
  not_finite,    ///< the residual norm is NaN or infinite, maybe from a NaN in the right-hand side
  breakdown,     ///< CG met a direction with <p, A p> <= 0: operator or preconditioner is not SPD.
                 ///< BiCGStab met a product of vectors that is 0 up to rounding (bicgstab.hpp)
  interrupted,   ///< the monitor of any rank asked to stop
  diverged, ///< the residual norm grew: above divergence_tolerance times the first one, or steadily above it
  stagnated ///< the residual norm is above the tolerance and falls no more (see ConvergenceTest)
};
/// The name of a status, such as "converged".
std::string_view to_string(SolveStatus status);

/// The state that a monitor sees after each iteration.
struct IterationState {
  int iteration;
  double residual_norm;
  double relative_residual;
};

/// The result of a solve.
struct SolveReport {
  SolveStatus status = SolveStatus::not_converged;
  int iterations = 0;
  /// Entry 0 is the norm of the right-hand side. If u was not 0 at the start, the norm of its
  /// residual follows. Then there is one norm for each iteration, NaN if it was not checked.
  std::vector<double> residual_norms;
  /// Whether the monitor of any rank asked to stop, however the solve ended. It is the same on all
  /// ranks.
  bool stop_asked = false;
  bool converged() const { return status == SolveStatus::converged; }
  /// Returns the last norm divided by that of the right-hand side. If the solve converged or
  /// stagnated, this norm was computed from u as f - A u, never by a recurrence. It has the
  /// precision of u.
  double relative_residual() const;
};

/// Returns a report in one line: status, iterations, relative
/// residual, and what `diverged` and `stagnated` mean.
std::string outcome_line(const SolveReport& report);

} // namespace isobar
