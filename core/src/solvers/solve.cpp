#include <isobar/core/solvers/communicator.hpp>
#include <isobar/core/solvers/solve.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace isobar {

std::string_view to_string(SolveStatus status) {
  switch (status) {
  case SolveStatus::converged: return "converged";
  case SolveStatus::not_converged: return "not converged";
  case SolveStatus::not_finite: return "not finite";
  case SolveStatus::breakdown: return "breakdown";
  case SolveStatus::interrupted: return "interrupted";
  }
  return "unknown";
}

double SolveReport::relative_residual() const {
  if (residual_norms.empty()) return 0.0;
  return relative_norm(residual_norms.back(), residual_norms.front());
}

double norm_over_ranks(Ranks& ranks, double square) {
  ranks.sum({&square, 1});
  return std::sqrt(square);
}

ConvergenceTest::ConvergenceTest(const SolveControls& controls, double rhs_norm)
    : controls_(controls) {
  report_.residual_norms.push_back(rhs_norm);
  if (rhs_norm == 0.0) report_.status = SolveStatus::converged;
  if (!std::isfinite(rhs_norm)) report_.status = SolveStatus::not_finite;
  finished_ = report_.status != SolveStatus::not_converged || controls.max_iterations < 1;
}

/// Adds a norm to the history and says what it means.
void ConvergenceTest::judge(double residual_norm) {
  report_.residual_norms.push_back(residual_norm);
  if (!std::isfinite(residual_norm)) report_.status = SolveStatus::not_finite;
  else if (report_.relative_residual() <= controls_.tolerance)
    report_.status = SolveStatus::converged;
}

void ConvergenceTest::record_start(double residual_norm) {
  judge(residual_norm);
  finished_ = report_.status != SolveStatus::not_converged;
}

void ConvergenceTest::record(double residual_norm, bool stop_requested) {
  ++report_.iterations;
  judge(residual_norm);
  if (report_.status == SolveStatus::not_converged && stop_requested)
    report_.status = SolveStatus::interrupted;
  finished_ = report_.status != SolveStatus::not_converged ||
              report_.iterations >= controls_.max_iterations;
}

double ConvergenceTest::record_over_ranks(Ranks& ranks, double square) {
  std::array<double, 2> sums{square, double(stop_requested())};
  ranks.sum(sums);
  const double norm = std::sqrt(sums[0]);
  record(norm, sums[1] > 0.0);
  return norm;
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

void ConvergenceTest::breakdown() {
  report_.status = SolveStatus::breakdown;
  finished_ = true;
}

} // namespace isobar
