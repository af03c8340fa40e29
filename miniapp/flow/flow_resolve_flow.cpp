#include "flow/flow_resolve.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

/// Checks whether the fluid, the walls and the time steps of a deck fit each other.
namespace isobar {
namespace {

void refuse_both(const FlowDeck& deck, const char* key, const char* other) {
  if (deck.is_given(key) && deck.is_given(other))
    throw InputError(
        fmt::format("{}: {} is given too; expected one of the two", describe(deck, key), other));
}

void require(const FlowDeck& deck, const char* key, const char* because) {
  if (!deck.is_given(key))
    throw InputError(
        fmt::format("{}: {} is missing; expected it beside", describe(deck, because), key));
}

/// Sets viscosity, diffusivity and buoyancy from the numbers of
/// Reynolds, Rayleigh and Prandtl, or as the deck gives them.
void resolve_fluid(FlowDeck& deck) {
  flow::Fluid& f = deck.fluid;
  for (const char* key : {"flow.reynolds", "flow.rayleigh"})
    refuse_both(deck, "flow.viscosity", key);
  refuse_both(deck, "flow.rayleigh", "flow.reynolds");
  for (const char* key : {"flow.diffusivity", "flow.buoyancy"})
    refuse_both(deck, key, "flow.rayleigh");
  if (f.rayleigh) require(deck, "flow.prandtl", "flow.rayleigh");
  if (f.prandtl) require(deck, "flow.rayleigh", "flow.prandtl");
  if (f.buoyancy) require(deck, "flow.diffusivity", "flow.buoyancy");
  if (f.reynolds) f.viscosity = 1.0 / *f.reynolds;
  if (f.rayleigh) {
    f.viscosity = *f.prandtl;
    f.diffusivity = 1.0;
    f.buoyancy = *f.rayleigh * *f.prandtl;
  }
  if (!f.viscosity)
    throw InputError(fmt::format("{}: flow.viscosity is missing; expected flow.reynolds, "
                                 "flow.rayleigh with flow.prandtl, or flow.viscosity",
                                 deck.path));
  if (f.diffusivity && !f.buoyancy) f.buoyancy = 0.0;
}

void check_wall(const FlowDeck& deck, std::size_t n) {
  const flow::Wall& wall = deck.walls.*(flow::all_walls[n]);
  const std::size_t direction = n / 2;
  const bool moves = std::ranges::any_of(wall.velocity, [](double v) { return v != 0.0; });
  if (moves && wall.kind != WallKind::no_slip && wall.kind != WallKind::inflow)
    throw InputError(fmt::format("{}: the wall is \"{}\" and drags nothing along; expected "
                                 "\"no-slip\" as {}, or [0, 0, 0]",
                                 describe(deck, key_of_wall(n, "_velocity")), deck::word(wall.kind),
                                 key_of_wall(n)));
  if (!may_have(n, wall.kind))
    throw InputError(fmt::format("{}: fluid enters on the western, southern and bottom side, and "
                                 "leaves on the eastern or the northern one; expected \"no-slip\", "
                                 "\"free-slip\" or \"periodic\"",
                                 describe(deck, key_of_wall(n))));
  if (wall.kind == WallKind::inflow) check_inflow(deck, n);
  else if (wall.velocity[direction] != 0.0)
    throw InputError(fmt::format("{}: the velocity through the wall is {}; expected 0 in {}",
                                 describe(deck, key_of_wall(n, "_velocity")),
                                 wall.velocity[direction], "xyz"[direction]));
  if (!wall.temperature) return;
  if (!deck.has_temperature())
    throw InputError(describe(deck, key_of_wall(n, "_temperature")) +
                     ": there is no temperature; expected flow.rayleigh and flow.prandtl, or "
                     "flow.diffusivity");
  if (wall.kind == WallKind::periodic)
    throw InputError(fmt::format("{}: {} is \"periodic\" and no wall; expected \"insulated\"",
                                 describe(deck, key_of_wall(n, "_temperature")), key_of_wall(n)));
}

bool has_friction(const flow::Wall& wall) {
  return wall.kind == WallKind::no_slip || wall.kind == WallKind::inflow;
}

void check_initial(const FlowDeck& deck) {
  const flow::Initial initial = deck.fluid.initial;
  if (initial == flow::Initial::conduction && !deck.has_temperature())
    throw InputError(describe(deck, "flow.initial") +
                     ": there is no temperature; expected \"rest\", or flow.rayleigh and "
                     "flow.prandtl, or flow.diffusivity");
  if (initial != flow::Initial::taylor_green && initial != flow::Initial::taylor_green_3d) return;
  for (std::size_t n = 0; n < flow::all_walls.size(); ++n)
    if (has_friction(deck.walls.*(flow::all_walls[n])))
      throw InputError(fmt::format("{}: flow.initial = \"{}\" has no friction on walls; "
                                   "expected \"free-slip\" or \"periodic\"",
                                   describe(deck, key_of_wall(n)), deck::word(initial)));
}

/// The sum of 1 / width^2 over the directions along which diffusion acts, with the narrowest cells.
double narrowness(const FlowDeck& deck) {
  const BoxSpec box = deck.box();
  double sum = 0.0;
  std::size_t d = 0;
  for (const Axis* axis : {&box.x, &box.y, &box.z}) {
    const bool rubs = has_friction(deck.walls.*(flow::all_walls[2 * d])) ||
                      has_friction(deck.walls.*(flow::all_walls[2 * d + 1]));
    ++d;
    if (axis->cells() > 1 || rubs) sum += 1.0 / (axis->least_width() * axis->least_width());
  }
  return sum;
}

/// Checks that a fixed time step is stable for diffusion, and for the walls' velocities with a CFL
/// number of 1, which any scheme takes. The run checks the flow's own velocities (FlowStability).
void check_step(const FlowDeck& deck) {
  const flow::Time& t = deck.time;
  const double stable = t.scheme == TimeScheme::runge_kutta ? 0.625 : 0.25;
  if (!t.step) return;
  const double coefficient = std::max(*deck.fluid.viscosity, deck.fluid.diffusivity.value_or(0.0));
  const double by_diffusion = stable / (coefficient * narrowness(deck));
  const double by_walls = 1.0 / wall_speed_over_width(deck);
  const double most = std::min(by_diffusion, by_walls);
  if (*t.step > most)
    throw InputError(fmt::format("{}: not stable, as {} over the narrowest cells; expected at most "
                                 "{:.3g}, or time.cfl in its place",
                                 describe(deck, "time.step"),
                                 by_diffusion <= by_walls ? "diffusion acts" : "a wall moves",
                                 most));
}

/// The largest acceleration by walls and body forces. It is the buoyancy between the
/// walls' temperatures, their speed squared over the box's length, or the force.
double acceleration(const FlowDeck& deck) {
  double coldest = HUGE_VAL, hottest = -HUGE_VAL, speed = 0.0;
  for (const auto wall : flow::all_walls) {
    const flow::Wall& w = deck.walls.*wall;
    for (const double v : w.velocity) speed = std::max(speed, std::abs(v));
    if (!w.temperature) continue;
    coldest = std::min(coldest, *w.temperature);
    hottest = std::max(hottest, *w.temperature);
  }
  const double buoyancy = std::abs(deck.fluid.buoyancy.value_or(0.0));
  const double longest = *std::ranges::max_element(deck.grid.length);
  const std::vector<double>& f = deck.fluid.force;
  return std::max({hottest > coldest ? buoyancy * (hottest - coldest) : 0.0,
                   speed * speed / longest, std::hypot(f[0], f[1], f[2])});
}

/// Warns if the flow may never reach time.steady_rate. The pressure's gradient is as large
/// as the acceleration, and its relative error is up to the tolerance. Velocities jump by
/// that error in each step that solves for it (docs/flow-results.md, "Steady states").
void warn_of_steady_rate(FlowDeck& deck) {
  if (!deck.time.steady_rate || deck.solver.method == flow::PoissonMethod::direct) return;
  const double left = deck.solver.tolerance * acceleration(deck);
  if (*deck.time.steady_rate >= 2.0 * left) return;
  deck.warnings.push_back(fmt::format(
      "{}: may never be seen, as solver.tolerance = {} leaves rates of about {:.1g}; expected a "
      "tolerance of at most {:.1g}",
      describe(deck, "time.steady_rate"), deck.solver.tolerance, left,
      0.1 * deck.solver.tolerance * *deck.time.steady_rate / left));
}

void resolve_time(FlowDeck& deck) {
  const flow::Time& t = deck.time;
  refuse_both(deck, "time.cfl", "time.step");
  if (!t.end_time && !t.most_steps && !t.steady_rate)
    throw InputError(fmt::format("{}: nothing ends the run; expected time.end_time, "
                                 "time.most_steps or time.steady_rate",
                                 deck.path));
  check_step(deck);
  warn_of_steady_rate(deck);
}

} // namespace

double wall_speed_over_width(const FlowDeck& deck) {
  const BoxSpec box = deck.box();
  const Axis* const axes[] = {&box.x, &box.y, &box.z};
  double most = 0.0;
  for (const auto wall : flow::all_walls) {
    double sum = 0.0;
    for (std::size_t d = 0; d < 3; ++d)
      if (axes[d]->cells() > 1)
        sum += std::abs((deck.walls.*wall).velocity[d]) / axes[d]->least_width();
    most = std::max(most, sum);
  }
  return most;
}

void resolve_flow(FlowDeck& deck) {
  resolve_fluid(deck);
  for (std::size_t n = 0; n < flow::all_walls.size(); ++n) check_wall(deck, n);
  check_openings(deck);
  check_gravity(deck);
  check_obstacles(deck);
  check_initial(deck);
  resolve_time(deck);
}

} // namespace isobar
