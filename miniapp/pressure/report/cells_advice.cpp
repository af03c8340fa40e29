#include "pressure/report/cells_advice.hpp"

#include "pressure/setup/method_candidates.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

bool may_have_cells(const Deck& deck, const Equation& equation) {
  return !equation.factorises() && !deck.has_levels_of_cells() && !deck.grid.is_sphere() &&
         deck.grid.flux == Flux::two_point;
}

/// An interrupted solve, or one with a NaN, says nothing about its levels.
bool is_slow(const SolveReport& solve) {
  if (solve.status == SolveStatus::interrupted || solve.status == SolveStatus::not_finite)
    return false;
  return !solve.converged() || solve.iterations >= many_iterations;
}

} // namespace

std::string cells_advice(const Deck& deck, const Equation& equation, const FactorDistance& distance,
                         const SolveReport& solve) {
  if (!may_have_cells(deck, equation) || !is_slow(solve) || distance.rms < strong_rms_factor)
    return {};
  return fmt::format("coefficients are {:.3g} times off the products that the preconditioner has "
                     "(root mean square); multigrid.coefficients = \"cells\" in solver.method = "
                     "\"{}\" has levels of the cells themselves",
                     distance.rms, deck::word(method_of_cells(equation)));
}

} // namespace isobar
