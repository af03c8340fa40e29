#include "verification/true_residual.hpp"

#include "methods/methods.hpp"
#include "setup/outer_operator.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>
#include <isobar/core/solvers/level_setup.hpp>

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

/// Half the distance of 1 to the next number of the precision in which the deck's solver holds u.
double unit_roundoff(const Deck& deck) {
  return with_precision(deck, []<class P>(P) {
    return 0.5 * double(std::numeric_limits<typename P::storage>::epsilon());
  });
}

Check check_agreement(const Deck& deck, const TrueResidual& truth, double own) {
  const double agreed = deck.verification.residual_agreement * deck.solver.tolerance;
  return check_at_most(
      "residual_agreement", std::abs(truth.relative - own), agreed + truth.rounding,
      fmt::format("true relative residual {:.3e}, the solver's own {:.3e}; may differ by {:.1e} "
                  "(residual_agreement) + {:.1e} (rounding)",
                  truth.relative, own, agreed, truth.rounding));
}

} // namespace

std::vector<Check> check_convergence(const Deck& deck, const SolveReport& solve) {
  std::vector<Check> checks{check_at_most(
      "converged", solve.relative_residual(), deck.solver.tolerance,
      fmt::format("{} after {} iterations, relative residual {:.2e}", to_string(solve.status),
                  solve.iterations, solve.relative_residual()))};
  checks[0].passed = solve.converged(); // an interrupted solve may have a small residual
  if (solve.iterations == 0 && solve.converged())
    checks.push_back({"work", false, 0.0, 1.0, "the right-hand side is zero: nothing was solved"});
  if (const auto bound = deck.verification.iteration_bound)
    checks.push_back(
        check_at_most("iterations", solve.iterations, *bound,
                      fmt::format("{} iterations, at most {} allowed", solve.iterations, *bound)));
  return checks;
}

TrueResidual check_true_residual(const Deck& deck, const EvaluatedEquation& equation,
                                 const SolveReport& solve, const HostField& right_side,
                                 const HostField& solution, Communicator<double>& communicator) {
  const Partition& part = equation.partition();
  const int nz = deck.grid.nz;
  const GridSetup setup{equation.spec(), part, deck.launch.march};
  const auto grid = make_grid<Double>(setup);
  const Field<double> u("isobar true u", part.nx, part.ny, nz),
      f("isobar true f", part.nx, part.ny, nz);
  const HostOrder<Double> order(part.nx, part.ny, nz);
  order.integrate(grid.matrix(), right_side, f);
  order.from_host(solution, u);
  exchange(communicator, u);
  std::array<double, 3> sums{0.0, Operator<Double>::magnitude_squared(grid, u, f),
                             Blas<double>::dot(f, f)};
  const OuterOperator<Double> outer(equation, setup, order, communicator);
  const LinearOperator<Double> matrix = outer.matrix();
  sums[0] = matrix.empty() ? Operator<Double>::residual_norm_squared(grid, u, f)
                           : matrix.residual(grid, u, f, f); // f is not read again
  communicator.sum(sums);
  const double scale = sums[2] > 0.0 ? sums[2] : 1.0;
  TrueResidual result;
  result.relative = std::sqrt(sums[0] / scale);
  result.rounding = unit_roundoff(deck) * std::sqrt(sums[1] / scale);
  result.checks = {check_at_most("true_residual", result.relative,
                                 deck.solver.tolerance * (1.0 + last_digit),
                                 fmt::format("true relative residual {:.3e}, tolerance {:.1e}",
                                             result.relative, deck.solver.tolerance)),
                   check_agreement(deck, result, solve.relative_residual())};
  return result;
}

} // namespace isobar
