#pragma once
#include "flow/flow_deck.hpp"

namespace isobar {

/// Checks how the values of a deck fit together and fills those defaults that depend on other
/// values. The last step of parse_flow_deck. Throws InputError.
void resolve(FlowDeck& deck);

/// Those of a flow: fluid, walls, time steps, and the outputs on the way (flow_resolve_flow.cpp).
void resolve_flow(FlowDeck& deck);

/// Whether an inflow lets fluid in through a part of its side; side n in the order of their names (flow_resolve_openings.cpp).
void check_inflow(const FlowDeck& deck, std::size_t n);
/// Whether fluid that enters leaves, on one side; whether gravity has a direction; and whether obstacles have a size.
void check_openings(const FlowDeck& deck);
void check_gravity(const FlowDeck& deck);
void check_obstacles(const FlowDeck& deck);
/// The key of a side, or with `what` behind it another one of the side.
std::string key_of_wall(std::size_t n, const char* what = "");

/// Those of solver, multigrid and amalgamation (flow_resolve_solver.cpp).
void resolve_solver(FlowDeck& deck);

/// Puts a smoother with its steps and its relaxation factor in place of an automatic one (flow_resolve_smoother.cpp).
void resolve_smoothers(FlowDeck& deck);
/// Makes the smoother of a section's cycle an automatic one.
void choose_smoother(const FlowDeck& deck, const char* section, flow::Cycle& cycle);

/// Whether a cycle's smoothing steps visit one colour of a chess board after the other.
bool is_coloured(const flow::Cycle& cycle);
/// Whether a periodic direction has an odd number of cells, where the colours meet themselves.
bool closes_on_an_odd_number(const BoxSpec& box);

/// What moving walls alone give to the CFL number of a time step of 1.
double wall_speed_over_width(const FlowDeck& deck);

} // namespace isobar
