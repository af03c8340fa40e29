#pragma once
#include "run/record.hpp"
#include "setup/evaluated_equation.hpp"

namespace isobar {

/// Everything that a report says about a run; the same on all ranks.
struct RunResult : SolveRecord {
  Timing update;           ///< of the solver to other physics
  FactorDistance distance; ///< of coefficients a cell from their products
};

} // namespace isobar
