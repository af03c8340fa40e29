#include "pressure/deck/deck_resolve.hpp"

#include <fmt/format.h>

/// Refuses values of a deck that the sphere does not support.
namespace isobar {
namespace {

using namespace deck;

/// Every message names the domain, so that users find the reason.
void demand(const Deck& deck, bool holds, const std::string& key, const std::string& expected) {
  if (!holds)
    throw InputError(fmt::format("{}: not available with grid.domain = \"sphere\"; expected {}",
                                 describe(deck, key), expected));
}

void check_columns(const Deck& deck) {
  if (deck.grid.nx != deck.grid.ny)
    throw InputError(
        fmt::format("{}: grid.nx is {}; a panel of the sphere has as many columns in y "
                    "as in x; expected {}",
                    describe(deck, "grid.ny"), deck.grid.nx, deck.grid.nx));
  const Boundaries& b = deck.boundaries;
  for (const auto& [name, side] :
       {std::pair("west", b.west), {"east", b.east}, {"south", b.south}, {"north", b.north}})
    demand(deck, side == Boundary::dirichlet, fmt::format("boundaries.{}", name),
           "none, as it has no sides");
  for (const NamedCoefficient& c : deck::coefficients)
    demand(deck, !c.is_xi || (deck.coefficients.*c.member) == deck::no_convection,
           fmt::format("coefficients.{}_profile", c.name), "none");
}

/// Each rank needs the same number of patches of whole rows, on all levels.
void check_ranks(const Deck& deck) {
  const MultigridOptions& m = deck.multigrid;
  demand(deck, !deck.decomposition.process_grid, "decomposition.process_grid",
         "none, as panels are cut into rows");
  demand(deck, m.overlap.value_or(Overlap()).empty(), "multigrid.overlap_rows", "[]");
  demand(deck, m.replicated_from.value_or(0) == 0, "multigrid.replicated_from", "0");
}

} // namespace

void resolve_sphere(Deck& deck) {
  if (!deck.grid.is_sphere()) return;
  check_columns(deck);
  check_ranks(deck);
  if (!deck.is_given("grid.flux")) deck.grid.flux = Flux::vertex;
  demand(deck, deck.grid.flux == Flux::vertex, "grid.flux",
         "\"vertex\", as the two-point flux does not converge there");
}

} // namespace isobar
