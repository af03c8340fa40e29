#pragma once
#include "run/record.hpp"
#include "setup/evaluated_equation.hpp"

#include <isobar/core/solvers/solve.hpp>

#include <optional>
#include <string>
#include <vector>

namespace isobar {

/// Everything that a report says about a run; the same on all ranks.
struct RunResult : RunRecord {
  SolveReport solve;
  Timing setup;             ///< of a solver, again and again
  double first_setup = 0.0; ///< seconds of the first of them, which loads what libraries load once
  std::vector<SetupPart> setup_parts;
  Timing update;                       ///< of that solver to other physics
  Timing transpose, solving, total;    ///< total = solve + transposition and copies
  FactorDistance distance;             ///< of coefficients a cell from their products
  std::optional<double> true_residual; ///< relative; none where verification is switched off

  /// Whether the solution is as good as was asked for: converged to the end, and where the true
  /// residual was taken it is within the tolerance.
  bool reached_tolerance() const {
    return !interrupted && solve.converged() && passed("true_residual");
  }
  /// Figure of merit: unknowns solved per second, in millions; only a valid run has one.
  double mdof_per_second(Int64 unknowns) const { return double(unknowns) / solving.median() / 1e6; }
};

} // namespace isobar
