#pragma once
#include "flow/flow_deck.hpp"

namespace isobar {

/// Checks how the values of a deck fit together and fills those defaults that depend on other
/// values. The last step of parse_flow_deck. Throws InputError.
void resolve(FlowDeck& deck);

/// Does this for a flow: fluid, walls, time steps, and outputs during the run (flow_resolve_flow.cpp).
void resolve_flow(FlowDeck& deck);

/// Whether an inflow lets fluid in through a part of its side; side n in the order of their names (flow_resolve_openings.cpp).
void check_inflow(const FlowDeck& deck, std::size_t n);
/// Checks that fluid that enters leaves, on one side; that gravity has a direction; and that obstacles have a size.
void check_openings(const FlowDeck& deck);
void check_gravity(const FlowDeck& deck);
void check_obstacles(const FlowDeck& deck);
/// The key of a side; `what` is appended for the side's other keys.
std::string key_of_wall(std::size_t n, const char* what = "");

/// Does this for solver, multigrid and amalgamation (flow_resolve_solver.cpp).
void resolve_solver(FlowDeck& deck);

/// Replaces an automatic smoother by one with its steps and its relaxation factor (flow_resolve_smoother.cpp).
void resolve_smoothers(FlowDeck& deck);
/// Makes the smoother of a section's cycle an automatic one.
void choose_smoother(const FlowDeck& deck, const char* section, flow::Cycle& cycle);

/// Whether a cycle's smoothing steps are red-black.
bool is_coloured(const flow::Cycle& cycle);
/// Whether a periodic direction has an odd number of cells, so that two neighbours have one colour.
bool closes_on_an_odd_number(const BoxSpec& box);

/// The CFL number of a time step of 1 by the speed of moving walls alone.
double wall_speed_over_width(const FlowDeck& deck);

} // namespace isobar
