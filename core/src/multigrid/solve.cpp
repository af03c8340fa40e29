#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace isobar {

std::string_view to_string(SolveStatus status) {
  switch (status) {
  case SolveStatus::converged: return "converged";
  case SolveStatus::not_converged: return "not converged";
  case SolveStatus::not_finite: return "not finite";
  case SolveStatus::breakdown: return "breakdown";
  case SolveStatus::interrupted: return "interrupted";
  case SolveStatus::diverged: return "diverged";
  case SolveStatus::stagnated: return "stagnated";
  }
  return "unknown";
}

double SolveReport::relative_residual() const {
  if (residual_norms.empty()) return 0.0;
  return relative_norm(residual_norms.back(), residual_norms.front());
}

std::string outcome_line(const SolveReport& report) {
  std::ostringstream line;
  line.setf(std::ios::scientific);
  line.precision(2);
  line << to_string(report.status) << " after " << report.iterations
       << " iterations, relative residual " << report.relative_residual();
  if (report.status == SolveStatus::diverged)
    line << ": the residual grows; expected an equation that the method can solve";
  if (report.status == SolveStatus::stagnated)
    line << ": the residual falls no more; expected a tolerance above it";
  return line.str();
}

SolveControls SolveControls::of_correction(int iterations, double share, double scale) const {
  SolveControls controls = *this;
  controls.tolerance /= share;
  controls.absolute_tolerance /= scale;
  controls.max_iterations -= iterations;
  controls.check_after -= iterations;
  controls.min_iterations -= iterations;
  return controls;
}

double norm_over_ranks(Ranks& ranks, double square) {
  ranks.sum({&square, 1});
  return std::sqrt(square);
}

ConvergenceTest::ConvergenceTest(const SolveControls& controls, double rhs_norm, Decrease decrease)
    : controls_(controls), rule_(controls.rule()), decrease_(decrease), first_norm_(rhs_norm),
      least_norm_(rhs_norm), least_truth_(std::numeric_limits<double>::infinity()) {
  report_.residual_norms.push_back(rhs_norm);
  if (rhs_norm == 0.0) report_.status = SolveStatus::converged;
  if (!std::isfinite(rhs_norm)) report_.status = SolveStatus::not_finite;
  finished_ = report_.status != SolveStatus::not_converged || controls.max_iterations < 1;
}

/// Adds a norm to the history and judges it.
void ConvergenceTest::judge(double residual_norm) {
  report_.residual_norms.push_back(residual_norm);
  if (!std::isfinite(residual_norm)) report_.status = SolveStatus::not_finite;
  else if (rule_.is_met(residual_norm, rhs_norm(), report_.iterations))
    report_.status = SolveStatus::converged;
  else if (rule_.is_diverged(residual_norm, first_norm_)) report_.status = SolveStatus::diverged;
  else report_.status = without_progress(residual_norm);
}

/// Returns what a norm means that neither ends a solve nor is a failure.
SolveStatus ConvergenceTest::without_progress(double residual_norm) {
  if (residual_norm < progress * least_norm_) {
    least_norm_ = residual_norm;
    unchanged_ = 0;
  } else ++unchanged_;
  if (decrease_ == Decrease::erratic || unchanged_ < patience) return SolveStatus::not_converged;
  return residual_norm > first_norm_ ? SolveStatus::diverged : SolveStatus::stagnated;
}

void ConvergenceTest::record_start(double residual_norm) {
  first_norm_ = std::max(first_norm_, residual_norm);
  least_norm_ = residual_norm;
  judge(residual_norm);
  finished_ = report_.status != SolveStatus::not_converged;
}

void ConvergenceTest::record(double residual_norm, bool stop_requested) {
  ++report_.iterations;
  report_.stop_asked |= stop_requested;
  judge(residual_norm);
  if (report_.status == SolveStatus::not_converged && stop_requested)
    report_.status = SolveStatus::interrupted;
  finished_ = report_.status != SolveStatus::not_converged ||
              report_.iterations >= controls_.max_iterations;
}

NormOverRanks ConvergenceTest::over_ranks(Ranks& ranks, double square) const {
  std::array<double, 2> sums{square, double(stop_requested())};
  ranks.sum(sums);
  return {std::sqrt(sums[0]), sums[1] > 0.0};
}

double ConvergenceTest::record_over_ranks(Ranks& ranks, double square) {
  const NormOverRanks all = over_ranks(ranks, square);
  record(all.norm, all.stop);
  return all.norm;
}

bool ConvergenceTest::needs_truth(double residual_norm, bool stop_requested) const {
  constexpr double perhaps_rounding = 1e-6;
  const bool ends = stop_requested || left() <= 1;
  return rule_.is_met(residual_norm, rhs_norm(), report_.iterations + 1) ||
         (ends && relative_norm(residual_norm, rhs_norm()) <= perhaps_rounding);
}

void ConvergenceTest::record_true(double residual_norm, bool stop_requested) {
  record(residual_norm, stop_requested);
  if (residual_norm < progress_of_truth * least_truth_) {
    least_truth_ = residual_norm;
    unchanged_truth_ = 0;
  } else ++unchanged_truth_;
  const bool is_near = rule_.is_within(residual_norm, rhs_norm(), near);
  if (!finished_ && unchanged_truth_ >= (is_near ? patience_near_tolerance : patience_with_truth))
    stagnated();
}

bool ConvergenceTest::skip_norm() {
  const int next = report_.iterations + 1;
  if (next >= controls_.check_after || next >= controls_.max_iterations) return false;
  report_.residual_norms.push_back(std::numeric_limits<double>::quiet_NaN());
  ++report_.iterations;
  return true;
}

bool ConvergenceTest::stop_requested() const {
  if (!controls_.monitor) return false;
  return controls_.monitor(
      {report_.iterations, report_.residual_norms.back(), report_.relative_residual()});
}

void ConvergenceTest::end(SolveStatus status) {
  report_.status = status;
  finished_ = true;
}

} // namespace isobar
