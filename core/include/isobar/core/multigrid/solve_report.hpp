#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// How a solve ended. All of these are results; none is an exception.
enum class SolveStatus {
  converged,     ///< the residual norm is within a tolerance
  not_converged, ///< maximum number of iterations reached
  not_finite,    ///< NaN or infinity in the residual norm (a NaN in the right-hand side ends here)
  breakdown,     ///< CG met a direction with <p, A p> <= 0: operator or preconditioner not SPD;
                 ///< BiCGStab a product of vectors that is 0 up to rounding (bicgstab.hpp)
  interrupted,   ///< the monitor asked to stop, on any rank
  diverged, ///< the residual norm grew: above divergence_tolerance times the first one, or above it without an end
  stagnated ///< the residual norm falls no more, above the tolerance (ConvergenceTest says how that is found)
};
std::string_view to_string(SolveStatus status);

/// Seen by a monitor after each iteration.
struct IterationState {
  int iteration;
  double residual_norm;
  double relative_residual;
};

struct SolveReport {
  SolveStatus status = SolveStatus::not_converged;
  int iterations = 0;
  /// Entry 0 is the norm of the right-hand side, behind it that of the residual of the u that the solve started from, if
  /// that was not 0, and then one for each iteration; NaN after an iteration that was not checked.
  std::vector<double> residual_norms;
  /// Whether the monitor of any rank asked to stop, however the solve ended; the same on all ranks.
  bool stop_asked = false;
  bool converged() const { return status == SolveStatus::converged; }
  /// The last norm over that of the right-hand side. Where a solve ends as converged or stagnated, it is computed from u as
  /// f - A u in the precision of u, and never a norm of a recurrence.
  double relative_residual() const;
};

/// A report in one line: status, iterations, relative residual, and of `diverged` and `stagnated` what they mean.
std::string outcome_line(const SolveReport& report);

} // namespace isobar
