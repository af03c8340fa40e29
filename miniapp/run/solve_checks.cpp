#include "run/solve_checks.hpp"

#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

Check check_agreement(const SolveDemands& demands, const TrueResidual& truth, double own) {
  const double agreed = demands.verification.residual_agreement * demands.tolerance;
  return check_at_most(
      "residual_agreement", std::abs(truth.relative - own), agreed + truth.rounding,
      fmt::format("true relative residual {:.3e}, the solver's own {:.3e}; may differ by {:.1e} "
                  "(residual_agreement) + {:.1e} (rounding)",
                  truth.relative, own, agreed, truth.rounding));
}

} // namespace

std::vector<Check> check_convergence(const SolveDemands& demands, const SolveReport& solve) {
  std::vector<Check> checks{check_at_most("converged", solve.relative_residual(), demands.tolerance,
                                          outcome_line(solve))};
  checks[0].passed = solve.converged(); // an interrupted solve may have a small residual
  if (solve.iterations == 0 && solve.converged())
    checks.push_back({"work", false, 0.0, 1.0, "the right-hand side is zero: nothing was solved"});
  if (const auto bound = demands.verification.iteration_bound)
    checks.push_back(
        check_at_most("iterations", solve.iterations, *bound,
                      fmt::format("{} iterations, at most {} allowed", solve.iterations, *bound)));
  return checks;
}

TrueResidual with_checks(const SolveDemands& demands, TrueResidual truth, double own) {
  truth.checks = {check_at_most("true_residual", truth.relative,
                                demands.tolerance * (1.0 + last_digit),
                                fmt::format("true relative residual {:.3e}, tolerance {:.1e}",
                                            truth.relative, demands.tolerance)),
                  check_agreement(demands, truth, own)};
  return truth;
}

} // namespace isobar
