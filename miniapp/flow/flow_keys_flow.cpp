#include "flow/flow_keys.hpp"
#include "flow/flow_values.hpp"

namespace isobar::flow {
namespace {

using deck::any_number, deck::at_least_0, deck::Choice, deck::Integer, deck::Number,
    deck::NumberList, deck::Path, deck::positive;

Keys fluid_section() {
  const KeyMaker<Fluid> key{"flow", &FlowDeck::fluid};
  return of_flow({
      default_is("none", key(&Fluid::reynolds, "reynolds", positive, "",
                             "Reynolds number: the viscosity is its inverse, velocities and "
                             "lengths being in units of the walls' and the box's")),
      default_is("none", key(&Fluid::rayleigh, "rayleigh", at_least_0, "",
                             "Rayleigh number, with prandtl: velocities in units of diffusivity "
                             "over length, viscosity Pr, diffusivity 1, buoyancy Ra Pr")),
      default_is("none", key(&Fluid::prandtl, "prandtl", positive, "", "Prandtl number")),
      default_is("by the numbers above",
                 key(&Fluid::viscosity, "viscosity", positive, "", "kinematic viscosity")),
      default_is("by the numbers above; none: there is no temperature",
                 key(&Fluid::diffusivity, "diffusivity", positive, "", "of the temperature")),
      default_is("by the numbers above, or 0",
                 key(&Fluid::buoyancy, "buoyancy", any_number, "",
                     "upward acceleration for each unit of temperature (Boussinesq)")),
      key(&Fluid::initial, "initial", Choice<Initial>{}, "",
          "rest: velocity 0 and temperature 0; taylor-green: the vortex sin(pi x) cos(pi z) of the "
          "unit square in x and z, in boxes without friction; conduction: at rest, the "
          "temperature linear between the fixed walls; restart: a file"),
      used_with(
          "initial = \"restart\"",
          [](const FlowDeck& d) { return d.is_flow() && d.fluid.initial == Initial::restart; },
          key(&Fluid::restart_from, "restart_from", Path{"the path of a restart file"}, "",
              "file that output.restart of another run has written, of the same grid, fluid, "
              "walls, "
              "time.scheme and precision; relative to the deck, with --set to the current "
              "directory")),
  });
}

/// A key of a wall that has an effect only at walls of some kind.
Keys wall_keys(std::size_t n) {
  const auto part = [n](auto& deck) -> auto& { return deck.walls.*(all_walls[n]); };
  const KeyMaker<Wall, decltype(part)> key{"walls", part};
  const std::string name(side_names[n]);
  const auto is = [n](const FlowDeck& d, WallKind kind) {
    return d.is_flow() && (d.walls.*(all_walls[n])).kind == kind;
  };
  return of_flow({
      key(&Wall::kind, name, Choice<WallKind>{}, "",
          n % 2 == 0 ? "what holds for the velocity; periodic: the opposite wall too"
                     : "as its opposite wall if that is periodic"),
      used_with(
          name + " = \"no-slip\"", [is](const FlowDeck& d) { return is(d, WallKind::no_slip); },
          key(&Wall::velocity, name + "_velocity", NumberList{3, 3, any_number}, "",
              "in x, y and z of the wall itself; none through it")),
      used_with(
          "a temperature and no periodic wall",
          [is](const FlowDeck& d) { return d.has_temperature() && !is(d, WallKind::periodic); },
          key(&Wall::temperature, name + "_temperature", Temperature{any_number}, "",
              "fixed, or no heat through the wall")),
  });
}

Keys walls_section() {
  Keys keys;
  for (std::size_t n = 0; n < side_names.size(); ++n)
    for (Key& key : wall_keys(n)) keys.push_back(std::move(key));
  return keys;
}

Keys time_section() {
  const KeyMaker<Time> key{"time", &FlowDeck::time};
  const auto is_free = [](const FlowDeck& d) { return d.is_flow() && !d.time.step; };
  return of_flow({
      key(&Time::scheme, "scheme", Choice<TimeScheme>{}, "",
          "Adams-Bashforth of order 2, whose first step is Euler's, or Runge-Kutta of three stages "
          "and order 3, with a pressure solve in each"),
      default_is(
          "by cfl, diffusion, buoyancy and walls",
          key(&Time::step, "step", positive, "",
              "a fixed time step; its CFL number may be 1 with adams-bashforth and 1.73 with "
              "runge-kutta: a run whose velocity becomes too fast for it ends")),
      used_with("no step", is_free,
                key(&Time::cfl, "cfl", Number{'(', 0.0, 1.0, ']'}, "",
                    "largest CFL number, time step times the sum of |velocity| / width over the "
                    "directions; diffusion takes its share of what is stable off it")),
      default_is("none", key(&Time::end_time, "end_time", positive, "", "when the run ends")),
      default_is("none",
                 key(&Time::most_steps, "most_steps", Integer{1, 1'000'000'000}, "",
                     "time steps after which the run ends, those before a restart included")),
      default_is("none", key(&Time::steady_rate, "steady_rate", positive, "",
                             "the run ends when no velocity and no temperature changes faster; "
                             "seen in every tenth step")),
  });
}

} // namespace

Keys flow_keys() { return deck::joined({fluid_section(), walls_section(), time_section()}); }

} // namespace isobar::flow
