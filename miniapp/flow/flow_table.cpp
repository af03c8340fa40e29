#include "flow/flow_keys.hpp"

/// The table of isobar_flow's decks.
namespace isobar::flow {
namespace {

std::vector<deck::Section> sections() {
  return {
      {"problem", "what is computed in the box"},
      {"grid", "the box and its cells. Lengths are in the deck's own unit"},
      {"sides", "what holds for u of the Poisson equation on the sides of the box: u = 0, no flux, "
                "or the opposite side's cells"},
      {"rhs", "the right-hand side f of -div grad u = f"},
      {"flow",
       "the fluid: du/dt + div(u u) = -grad p + viscosity Lap u + buoyancy T e_up + force,\n"
       "div u = 0, dT/dt + div(u T) = diffusivity Lap T + heat_source"},
      {"walls", "what holds for velocity and temperature on the sides of the box"},
      {"obstacles", "bodies in the flow"},
      {"time", "the time steps, and when they end. At least one of end_time, most_steps and "
               "steady_rate is needed"},
      {"solver", "how the Poisson equation is solved, and how well"},
      {"multigrid", "the multigrid cycle"},
      {"amalgamation", "coarse levels on fewer ranks"},
      {"decomposition", "how the columns of cells are distributed over the ranks"},
      {"run", "how often a solve runs, and what a run says meanwhile"},
      {"verification", "what makes a result valid"},
      {"output", "files that are written"},
  };
}

} // namespace

const deck::Schema& schema() {
  static const deck::Schema table(
      sections(), deck::joined({problem_keys(), flow_keys(), solver_keys(), run_keys()}));
  return table;
}

} // namespace isobar::flow

namespace isobar {

std::string flow_deck_reference() {
  return deck::reference_page(FlowDeck(), "The deck of isobar_flow", "isobar_flow");
}

} // namespace isobar
