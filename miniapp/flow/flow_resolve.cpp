#include "flow/flow_resolve.hpp"

#include "deck/deck_schema.hpp"

#include <filesystem>
#include <fmt/format.h>

/// Checks whether the values of a deck of isobar_flow fit
/// each other. This file has the keys of all problems.
namespace isobar {
namespace {

/// Refuses opposite sides of which only one is periodic.
template <class IsPeriodic>
void check_pairs(const FlowDeck& deck, const char* section, const IsPeriodic& is_periodic) {
  for (std::size_t n = 0; n < flow::side_names.size(); ++n) {
    const std::size_t other = n ^ 1;
    if (is_periodic(n) && !is_periodic(other))
      throw InputError(
          fmt::format("{}: {}.{} is not periodic; expected both or none",
                      describe(deck, fmt::format("{}.{}", section, flow::side_names[n])), section,
                      flow::side_names[other]));
  }
}

void check_periodic(const FlowDeck& deck) {
  if (deck.is_poisson())
    check_pairs(deck, "sides", [&](std::size_t n) {
      return deck.sides.*(flow::all_sides[n]) == Boundary::periodic;
    });
  else
    check_pairs(deck, "walls", [&](std::size_t n) {
      return (deck.walls.*(flow::all_walls[n])).kind == WallKind::periodic;
    });
}

/// Refuses a stretching that makes cells too narrow for a double.
void check_box(const FlowDeck& deck) {
  try {
    check(deck.box());
  } catch (const std::invalid_argument& e) {
    throw InputError(
        fmt::format("{}: {}; expected wider cells", describe(deck, "grid.stretching"), e.what()));
  }
}

void check_file(const FlowDeck& deck, const char* key, const std::string& file,
                const char* needed_by, const std::string& expected) {
  if (file.empty())
    throw InputError(
        fmt::format("{}: {} is missing; expected {}", describe(deck, needed_by), key, expected));
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    throw InputError(
        fmt::format("{}: no such file ({}); expected {}", describe(deck, key), file, expected));
}

/// Whether a point is in the box or on its sides.
bool is_inside(const FlowDeck& deck, const std::vector<double>& place) {
  for (std::size_t d = 0; d < 3; ++d)
    if (!(place[d] >= 0.0 && place[d] <= deck.grid.length[d])) return false;
  return true;
}

void check_places(const FlowDeck& deck, const char* key,
                  const std::vector<std::vector<double>>& places) {
  for (std::size_t n = 0; n < places.size(); ++n)
    if (!is_inside(deck, places[n]))
      throw InputError(fmt::format(
          "{}: number {} of the list is outside the box; expected from 0 to [{}, {}, {}]",
          describe(deck, key), n, deck.grid.length[0], deck.grid.length[1], deck.grid.length[2]));
}

void check_rhs(const FlowDeck& deck) {
  if (deck.rhs.kind == flow::RhsKind::charges) {
    check_places(deck, "rhs.charges", deck.rhs.charges);
    if (deck.rhs.charges.empty())
      throw InputError(describe(deck, "rhs.charges") + ": none; expected at least one charge");
  }
  if (deck.rhs.kind == flow::RhsKind::file)
    check_file(deck, "rhs.file", deck.rhs.file, "rhs.kind",
               fmt::format("a NumPy float64 array of shape ({}, {}, {})", deck.grid.ny,
                           deck.grid.nx, deck.grid.nz));
}

void check_restart(const FlowDeck& deck) {
  if (deck.fluid.initial == flow::Initial::restart)
    check_file(deck, "flow.restart_from", deck.fluid.restart_from, "flow.initial",
               "the path of a file that output.restart of another run has written");
}

void check_outputs(const FlowDeck& deck) {
  const flow::Output& o = deck.output;
  if (o.every_steps && o.every_time)
    throw InputError(
        fmt::format("{}: output.every_steps is given too ({}); expected one of the two",
                    describe(deck, "output.every_time"), *o.every_steps));
  check_places(deck, "output.probe_points", o.probe_points);
  if (!o.probes.empty() && o.probe_points.empty())
    throw InputError(describe(deck, "output.probes") +
                     ": output.probe_points is empty; expected at least one place");
  if (!o.fluxes.empty() && !deck.has_temperature())
    throw InputError(describe(deck, "output.fluxes") +
                     ": there is no temperature; expected flow.rayleigh and flow.prandtl, or "
                     "flow.diffusivity");
}

} // namespace

void resolve(FlowDeck& deck) {
  if (!deck.is_given("solver.tolerance")) deck.solver.tolerance = deck.is_flow() ? 1e-5 : 1e-8;
  check_periodic(deck);
  check_box(deck);
  if (deck.is_poisson()) {
    check_rhs(deck);
  } else {
    resolve_flow(deck);
    check_restart(deck);
    check_outputs(deck);
  }
  resolve_solver(deck);
  deck::note_unused(deck);
}

} // namespace isobar
