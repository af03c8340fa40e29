#include "fem/fem_keys.hpp"

/// The table of isobar_fem's decks.
namespace isobar::fem {
namespace {

std::vector<deck::Section> sections() {
  return {
      {"mesh", "the coarsest mesh of quadrilaterals, and how often it is refined"},
      {"problem", "the equation -div( c grad u ) + k u = f, and what holds on the boundaries"},
      {"space", "the finite elements, and the numbering of their unknowns"},
      {"solver", "how the equation is solved, and how well"},
      {"multigrid", "the multigrid cycle"},
      {"run", "how often a solve runs, and what a run says meanwhile"},
      {"verification", "what makes a result valid"},
      {"output", "files that are written"},
  };
}

} // namespace

const deck::Schema& schema() {
  static const deck::Schema table(sections(),
                                  deck::joined({problem_keys(), solver_keys(), run_keys()}));
  return table;
}

} // namespace isobar::fem

namespace isobar {

std::string fem_deck_reference() {
  return deck::reference_page(FemDeck(), "The deck of isobar_fem", "isobar_fem");
}

} // namespace isobar
