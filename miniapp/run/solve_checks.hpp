#pragma once
#include "deck/deck_shared.hpp"
#include "run/check.hpp"

#include <isobar/core/multigrid/solve.hpp>

#include <algorithm>
#include <vector>

/// Checks of a solve and of its true residual, for any equation.
namespace isobar {

/// The demands of a deck on a solve.
struct SolveDemands {
  double tolerance;
  const deck::Verification& verification;
};

/// The demands of a deck. `controls` are those of the solve that led to
/// this report. An absolute tolerance becomes the equivalent relative one.
template <class Deck>
SolveDemands solve_demands(const Deck& deck, const SolveControls& controls,
                           const SolveReport& solve) {
  const double norm = solve.residual_norms.front();
  const double absolute = norm > 0.0 ? controls.absolute_tolerance / norm : 0.0;
  return {std::max(deck.solver.tolerance, absolute), deck.verification};
}

/// Checks that the solver reports convergence, within
/// the deck's bound on iterations if there is one.
std::vector<Check> check_convergence(const SolveDemands& demands, const SolveReport& solve);

/// How far a true residual may exceed the tolerance, as a fraction
/// of the tolerance: only by the rounding of its last digit.
inline constexpr double last_digit = 1e-6;

/// How far below the deck's tolerance a solver with u in float goes, as
/// a fraction of that tolerance. Rounding makes its own residual differ
/// from the true one by some 1e-6 of f: 0.7 % of a norm of 1e-5.
inline constexpr double float_margin = 1e-2;

/// The fraction of a deck's tolerances that its solver gets: all, less float_margin if u is only in float.
template <class Solver> double asked_share(const Solver& solver) {
  using Precision = decltype(solver.precision);
  const bool in_double =
      solver.precision == Precision::double_ || solver.precision == Precision::mixed;
  return in_double ? 1.0 : 1.0 - float_margin;
}
template <class Solver> double asked_tolerance(const Solver& solver) {
  return asked_share(solver) * solver.tolerance;
}
template <class Solver> double asked_absolute_tolerance(const Solver& solver) {
  return asked_share(solver) * solver.absolute_tolerance;
}

/// The true residual in double, computed again from the solution that the host received. It must be
/// at most the tolerance (but for last_digit) and agree with the solver's recurrence. The two may
/// differ by residual_agreement times the tolerance, and by the effect of rounding on a residual.
struct TrueResidual {
  double relative = 0.0; ///< || f - A u || / || f ||, volume-integrated, all ranks.
  /// The unit roundoff of the precision in which the solver holds u, times || |A||u| + |f| || /
  /// || f ||. |A| has no convection. With coefficients a cell it is that of the nearest products.
  double rounding = 0.0;
  std::vector<Check> checks{};
};
/// Adds the checks to the two numbers of `truth`. `own`: the residual by the solver's recurrence.
TrueResidual with_checks(const SolveDemands& demands, TrueResidual truth, double own);

} // namespace isobar
