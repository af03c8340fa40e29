#include "pressure/setup/method_choice.hpp"

#include <isobar/core/modes/vertical_modes.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <stdexcept>

namespace isobar {
namespace {

using deck::Method;

/// Refuses all methods but these.
void demand_one_of(const Deck& deck, std::span<const Method> methods, const char* reason) {
  if (std::ranges::count(methods, *deck.solver.method) > 0) return;
  std::string expected;
  for (std::size_t n = 0; n < methods.size(); ++n)
    expected += fmt::format("{}\"{}\"",
                            n == 0                   ? ""
                            : n + 1 < methods.size() ? ", "
                                                     : " or ",
                            word(methods[n]));
  throw InputError(
      fmt::format("{}: {}; expected {}", describe(deck, "solver.method"), reason, expected));
}

/// The program alone measures methods, before it sets up the one that it takes.
void demand_method(const Deck& deck) {
  if (deck.chooses_method())
    throw InputError(
        describe(deck, "solver.method") +
        ": not here, as only a run of isobar measures methods; expected the name of one");
}

/// The caller's functions see fields in double.
void demand_double(const Deck& deck) {
  const deck::PrecisionName precision = deck.solver.precision;
  if (precision != deck::PrecisionName::double_ && precision != deck::PrecisionName::mixed)
    throw InputError(fmt::format("{}: own parts of a solver need fields in double; expected "
                                 "\"double\" or \"mixed\"",
                                 describe(deck, "solver.precision")));
}

void demand_separable(const Deck& deck, const Equation& equation) {
  if (const std::string reason = reason_against_separation(equation); !reason.empty())
    throw InputError(fmt::format("{}: {}", describe(deck, "solver.method"), reason));
}

/// Those that are wrapped around a matrix.
constexpr std::array bicgstab_methods{Method::bicgstab, Method::bicgstab_multigrid,
                                      Method::bicgstab_modes};
constexpr std::array krylov_methods{Method::cg_standard,        Method::cg_multigrid,
                                    Method::cg_modes,           Method::bicgstab,
                                    Method::bicgstab_multigrid, Method::bicgstab_modes};
/// Those of them for inclined layers: vertical modes are those of layers over a flat ground.
constexpr std::array inclined_methods{Method::cg_standard, Method::cg_multigrid, Method::bicgstab,
                                      Method::bicgstab_multigrid};
/// Those of them that would have a preconditioner of the columns.
constexpr std::array column_methods{Method::cg_standard, Method::bicgstab};

} // namespace

std::string reason_against_separation(const Equation& equation) {
  if (!equation.factorises()) return "coefficients are a number a cell, so nothing separates";
  if (equation.inclined()) return "layers are inclined, so nothing separates";
  try {
    mode_pencil(equation.spec);
    return {};
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

void check_method(const Deck& deck, const Equation& equation, const OwnParts& own) {
  demand_method(deck);
  if (!equation.symmetric())
    demand_one_of(deck, bicgstab_methods,
                  "not with convection, which makes the matrix unsymmetric");
  if (!equation.factorises())
    demand_one_of(
        deck, krylov_methods,
        "not with coefficients that are a number a cell, of which it would solve products near to "
        "them");
  if (equation.factorises() && deck.has_levels_of_cells())
    throw InputError(
        describe(deck, "multigrid.coefficients") +
        ": coefficients are products, which levels have exactly; expected \"product\"");
  if (equation.inclined())
    demand_one_of(deck, inclined_methods,
                  "not over a ground, of whose inclined layers it would know the thickness alone");
  if (!own.absent() && deck.grid.is_sphere())
    throw InputError(
        describe(deck, "grid.domain") +
        ": own parts of a solver see one rectangle of columns; expected another domain");
  if (own.matrix) demand_one_of(deck, krylov_methods, "not with an own matrix");
  if (own.preconditioner) demand_one_of(deck, column_methods, "not with an own preconditioner");
  if (!own.absent()) demand_double(deck);
  if (deck.solver.method == Method::modes) demand_separable(deck, equation);
}

} // namespace isobar
