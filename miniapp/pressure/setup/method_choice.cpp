#include "pressure/setup/method_choice.hpp"

#include <isobar/core/modes/vertical_modes.hpp>

#include <fmt/format.h>
#include <stdexcept>

namespace isobar {
namespace {

using deck::Inside, deck::Krylov, deck::Method, deck::MethodParts;

/// Refuses all methods whose parts do not meet the condition.
template <class Holds>
void demand_method_with(const Deck& deck, const Holds& holds, const char* reason) {
  if (!holds(deck::parts_of(*deck.solver.method)))
    throw InputError(fmt::format("{}: {}; expected {}", describe(deck, "solver.method"), reason,
                                 deck::methods_text(holds)));
}

/// Only the program measures methods, before it sets up the one that it takes.
void demand_method(const Deck& deck) {
  if (deck.chooses_method())
    throw InputError(
        describe(deck, "solver.method") +
        ": not here, as only a run of isobar measures methods; expected the name of one");
}

/// The caller's functions need fields in double.
void demand_double(const Deck& deck) {
  const deck::PrecisionName precision = deck.solver.precision;
  if (precision != deck::PrecisionName::double_ && precision != deck::PrecisionName::mixed)
    throw InputError(fmt::format("{}: operators of the caller need fields in double; expected "
                                 "\"double\" or \"mixed\"",
                                 describe(deck, "solver.precision")));
}

void demand_separable(const Deck& deck, const Equation& equation) {
  if (const std::string reason = reason_against_separation(equation); !reason.empty())
    throw InputError(fmt::format("{}: {}", describe(deck, "solver.method"), reason));
}

/// Methods that take any matrix.
bool is_krylov(MethodParts m) { return m.krylov != Krylov::none; }
/// Methods for matrices that are not symmetric.
bool is_for_convection(MethodParts m) { return deck::is_for_any_matrix(m.krylov); }
/// Methods for inclined layers, which have nine points: vertical modes are those of layers over a flat ground.
bool is_for_inclined_layers(MethodParts m) {
  return is_krylov(m) && (m.inside == Inside::columns || m.inside == Inside::multigrid);
}
/// Methods whose preconditioner is line relaxation.
bool has_columns(MethodParts m) { return is_krylov(m) && m.inside == Inside::columns; }

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

void check_method(const Deck& deck, const Equation& equation, const CallerOperators& own) {
  demand_method(deck);
  if (!equation.symmetric())
    demand_method_with(deck, is_for_convection,
                       "not with convection, which makes the matrix unsymmetric");
  if (!equation.factorises())
    demand_method_with(
        deck, is_krylov,
        "not with coefficients that are a number a cell, of which it would solve products near to "
        "them");
  if (equation.factorises() && deck.has_levels_of_cells())
    throw InputError(
        describe(deck, "multigrid.coefficients") +
        ": coefficients are products, which levels have exactly; expected \"product\"");
  if (equation.inclined())
    demand_method_with(
        deck, is_for_inclined_layers,
        "not over a ground, of whose inclined layers it would know the thickness alone");
  if (!own.absent() && deck.grid.is_sphere())
    throw InputError(
        describe(deck, "grid.domain") +
        ": operators of the caller see one rectangle of columns; expected another domain");
  if (own.matrix) demand_method_with(deck, is_krylov, "not with an own matrix");
  if (own.preconditioner) demand_method_with(deck, has_columns, "not with an own preconditioner");
  if (!own.absent()) demand_double(deck);
  if (deck.solver.method == Method::modes) demand_separable(deck, equation);
}

} // namespace isobar
