#include "pressure/deck/deck_keys.hpp"

/// The table of the pressure equation's decks.
namespace isobar::deck {
namespace {

std::vector<Section> sections() {
  return {
      {"grid", "the domain and its cells"},
      {"boundaries",
       "what holds on the domain's sides: u = 0, no flux, or the opposite side's columns"},
      {"fields", "how fields lie in memory"},
      {"physics", "the numbers of the atmosphere, in SI units"},
      {"coefficients",
       "the equation is `-w^2 div(alpha grad u) - w^2 xi . grad u + beta u = f`. Lengths are in "
       "units of the radius.\n"
       "alpha is alpha_h in horizontal directions and lam^2 alpha_v in the vertical one. Profiles "
       "are functions of the height.\n"
       "Columns are functions of the horizontal position. They multiply the profiles"},
      {"rhs", "the right-hand side f, as cell means"},
      {"sequence", "time steps one after the other, as a model takes them. Setup and update count "
                   "in them, too"},
      {"solver", "how the equation is solved, and how well"},
      {"mixed", "float inside double: what precision \"mixed\" does"},
      {"multigrid", "the multigrid cycle"},
      {"decomposition", "how the columns are distributed over the ranks"},
      {"launch",
       "how kernels are launched on a GPU. Hosts ignore this section. isobar_tune prints one"},
      {"run", "how often the solve runs, and what it says meanwhile"},
      {"verification", "what makes a result valid"},
      {"output", "files that are written"},
  };
}

std::vector<Renamed> renamed() {
  return {{"grid", "levels", "grid.layers"},
          {"multigrid", "vertical_factor", "multigrid.merged_layers"}};
}

} // namespace

const Schema& schema() {
  static const Schema table(sections(), joined({problem_keys(), solver_keys(), run_keys()}),
                            renamed());
  return table;
}

} // namespace isobar::deck
