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
                 ///< BiCGStab met a product of vectors that is 0 up to rounding (bicgstab.hpp)
  interrupted,   ///< the monitor asked to stop, on any rank
  diverged, ///< the residual norm grew: above divergence_tolerance times the first one, or steadily above it
  stagnated ///< the residual norm falls no more, above the tolerance (see ConvergenceTest)
};
std::string_view to_string(SolveStatus status);

/// The state that a monitor sees after each iteration.
struct IterationState {
  int iteration;
  double residual_norm;
  double relative_residual;
};

struct SolveReport {
  SolveStatus status = SolveStatus::not_converged;
  int iterations = 0;
  /// Entry 0 is the norm of the right-hand side. Then comes that of the starting u's residual,
  /// if u was not 0, and then one for each iteration; NaN after an unchecked iteration.
  std::vector<double> residual_norms;
  /// Whether the monitor of any rank asked to stop, for any end of the solve; the same on all ranks.
  bool stop_asked = false;
  bool converged() const { return status == SolveStatus::converged; }
  /// The last norm over that of the right-hand side. For a solve that converged or stagnated,
  /// it is computed from u as f - A u in the precision of u, and never by a recurrence.
  double relative_residual() const;
};

/// A report in one line: status, iterations, relative residual, and what `diverged` and `stagnated` mean.
std::string outcome_line(const SolveReport& report);

} // namespace isobar
