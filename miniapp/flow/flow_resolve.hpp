#pragma once
#include "flow/flow_deck.hpp"

namespace isobar {

/// Checks whether the values of a deck fit together, and fills defaults that depend
/// on other values. It is the last step of parse_flow_deck. Throws InputError.
void resolve(FlowDeck& deck);

/// Resolves the part of a flow: fluid, walls, time steps,
/// and outputs during the run (flow_resolve_flow.cpp).
void resolve_flow(FlowDeck& deck);

/// Checks that an inflow lets fluid in through a part of its side. Side n
/// counts in the order of the sides' names (flow_resolve_openings.cpp).
void check_inflow(const FlowDeck& deck, std::size_t n);
/// Checks that entering fluid can leave, through one side; that
/// gravity has a direction; and that obstacles have a size.
void check_openings(const FlowDeck& deck);
void check_gravity(const FlowDeck& deck);
void check_obstacles(const FlowDeck& deck);
/// The key of a side; `what` is appended for the side's other keys.
std::string key_of_wall(std::size_t n, const char* what = "");

/// Resolves the sections solver, multigrid and amalgamation (flow_resolve_solver.cpp).
void resolve_solver(FlowDeck& deck);

/// Replaces each automatic smoother by a named one with its
/// steps and its relaxation factor (flow_resolve_smoother.cpp).
void resolve_smoothers(FlowDeck& deck);
/// Replaces the smoother of a section's cycle by the one that fits the box.
void choose_smoother(const FlowDeck& deck, const char* section, flow::Cycle& cycle);

/// Whether a cycle's smoothing steps are red-black.
bool is_coloured(const flow::Cycle& cycle);
/// Whether a periodic direction has an odd number of cells, so that two neighbours have one colour.
bool closes_on_an_odd_number(const BoxSpec& box);

/// The CFL number that the speed of moving walls alone gives a time step of 1.
double wall_speed_over_width(const FlowDeck& deck);

} // namespace isobar
