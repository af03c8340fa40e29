#include "flow/flow_keys.hpp"
#include "flow/flow_value_kinds.hpp"

namespace isobar::flow {
namespace {

using deck::any_number, deck::at_least_0, deck::Choice, deck::Integer, deck::Number,
    deck::NumberList, deck::Path, deck::positive;

/// A key of fluids with a temperature.
Key heated(Key key) {
  return used_with(
      "a temperature", [](const FlowDeck& d) { return d.has_temperature(); }, std::move(key));
}

Keys fluid_section() {
  const KeyMaker<Fluid> key{"flow", &FlowDeck::fluid};
  return of_flow({
      default_is("none",
                 key(&Fluid::reynolds, "reynolds", positive, "",
                     "Reynolds number. The viscosity is its inverse. Velocities are in units of "
                     "the walls' velocity, and lengths in units of the box's length")),
      default_is(
          "none",
          key(&Fluid::rayleigh, "rayleigh", at_least_0, "",
              "Rayleigh number, given with prandtl. Velocities are in units of diffusivity over "
              "length. The viscosity is Pr, the diffusivity is 1, and the buoyancy is Ra Pr")),
      default_is("none", key(&Fluid::prandtl, "prandtl", positive, "", "Prandtl number")),
      default_is("by the numbers above",
                 key(&Fluid::viscosity, "viscosity", positive, "", "kinematic viscosity")),
      default_is(
          "by the numbers above, or no temperature",
          key(&Fluid::diffusivity, "diffusivity", positive, "", "diffusivity of the temperature")),
      default_is("by the numbers above, or 0",
                 key(&Fluid::buoyancy, "buoyancy", any_number, "",
                     "upward acceleration for each unit of temperature (Boussinesq)")),
      heated(key(
          &Fluid::gravity, "gravity", NumberList{3, 3, any_number}, "",
          "direction of gravity in x, y and z, of any length above 0. Buoyancy acts against it")),
      key(&Fluid::force, "force", NumberList{3, 3, any_number}, "",
          "acceleration of all of the fluid in x, y and z, such as that by a mean pressure "
          "gradient that drives a channel"),
      heated(key(&Fluid::heat_source, "heat_source", any_number, "",
                 "rise of the temperature everywhere in a unit of time")),
      key(&Fluid::initial, "initial", Choice<Initial>{}, "",
          "rest: velocity 0 and temperature 0. taylor-green: the vortex sin(pi x) cos(pi z) of the "
          "unit square in x and z, in boxes without friction. conduction: at rest, with a "
          "temperature that is linear between the walls of fixed temperature. restart: the state "
          "of a restart file. taylor-green-3d: the vortex sin(x) cos(y) cos(z), - cos(x) sin(y) "
          "cos(z), 0 in boxes without friction"),
      used_with(
          "initial = \"restart\"",
          [](const FlowDeck& d) { return d.is_flow() && d.fluid.initial == Initial::restart; },
          key(&Fluid::restart_from, "restart_from", Path{"the path of a restart file"}, "",
              "file that output.restart of another run has written. That run must have the same "
              "grid, fluid, walls, time.scheme and precision. The path is relative to the deck, "
              "with --set to the current directory")),
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
          n % 2 == 0 ? "condition for the velocity. periodic: the opposite wall is periodic too. "
                       "inflow: fluid enters with the velocity of the side"
          : n == 5   ? "condition for the velocity. periodic: the opposite wall is periodic too"
                     : "condition for the velocity. periodic: the opposite wall is periodic too. "
                       "outflow: the fluid that enters elsewhere leaves. With an inflow one of east "
                       "and north is an outflow, and without an inflow none is"),
      used_with(
          name + (n % 2 == 0 ? " = \"no-slip\" or \"inflow\"" : " = \"no-slip\""),
          [is](const FlowDeck& d) { return is(d, WallKind::no_slip) || is(d, WallKind::inflow); },
          key(&Wall::velocity, name + "_velocity", NumberList{3, 3, any_number}, "",
              n % 2 == 0 ? "velocity of the wall itself in x, y and z, with none through it. At an "
                           "inflow it is the velocity of the fluid that enters"
                         : "velocity of the wall itself in x, y and z, with none through it")),
      used_with(
          "a temperature and no periodic wall",
          [is](const FlowDeck& d) { return d.has_temperature() && !is(d, WallKind::periodic); },
          key(&Wall::temperature, name + "_temperature", Temperature{any_number}, "",
              "fixed temperature of the wall. insulated: no heat passes through the wall")),
  });
}

/// Keys of sides on which fluid may enter.
Keys inflow_keys(std::size_t n) {
  const auto part = [n](auto& deck) -> auto& { return deck.walls.*(all_walls[n]); };
  const KeyMaker<Wall, decltype(part)> key{"walls", part};
  const std::string name(side_names[n]);
  return all_used_with(
      name + " = \"inflow\"",
      [n](const FlowDeck& d) {
        return d.is_flow() && (d.walls.*(all_walls[n])).kind == WallKind::inflow;
      },
      {key(&Wall::profile, name + "_profile", Choice<Profile>{}, "",
           "uniform: the same velocity everywhere in the opening. parabola: a parabola between "
           "no-slip sides, with that velocity as its mean"),
       default_is("all of the side",
                  key(&Wall::opening, name + "_opening", NumberList{0, 4, any_number}, "",
                      "part of the side through which fluid enters. [a, b, c, d] is from a to b "
                      "along the first of the other axes, and from c to d along the second. The "
                      "rest of the side is a wall at rest"))});
}

Keys obstacles_section() {
  const KeyMaker<Obstacles> key{"obstacles", &FlowDeck::obstacles};
  return of_flow({
      key(&Obstacles::boxes, "boxes", Points{1000, NumberList{6, 6, any_number}}, "",
          "bodies at rest in the fluid. Each has its least x, y, z and its largest x, y, z. A cell "
          "whose centre is inside a body is part of it"),
      key(&Obstacles::cylinders, "cylinders", Points{1000, NumberList{3, 3, any_number}}, "",
          "bodies of the same kind that are cylinders along y. Each has x and z of its axis, and "
          "its radius"),
  });
}

Keys walls_section() {
  Keys keys;
  for (std::size_t n = 0; n < side_names.size(); ++n)
    for (Key& key : wall_keys(n)) keys.push_back(std::move(key));
  for (std::size_t n = 0; n < side_names.size(); n += 2)
    for (Key& key : inflow_keys(n)) keys.push_back(std::move(key));
  return keys;
}

Keys time_section() {
  const KeyMaker<Time> key{"time", &FlowDeck::time};
  const auto is_free = [](const FlowDeck& d) { return d.is_flow() && !d.time.step; };
  return of_flow({
      key(&Time::scheme, "scheme", Choice<TimeScheme>{}, "",
          "adams-bashforth: Adams-Bashforth of order 2, whose first step is Euler's. runge-kutta: "
          "Runge-Kutta of three stages and order 3, with a pressure solve in each stage"),
      default_is(
          "by cfl, diffusion, buoyancy and walls",
          key(&Time::step, "step", positive, "",
              "fixed time step. Its CFL number is at most 1 with adams-bashforth, and at most 1.73 "
              "with runge-kutta. A run whose velocity becomes too fast for the step ends")),
      used_with("no step", is_free,
                key(&Time::cfl, "cfl", Number{'(', 0.0, 1.0, ']'}, "",
                    "largest CFL number. It is the time step times the sum of abs(velocity) / "
                    "width over the directions. Diffusion makes the time step smaller")),
      default_is("none",
                 key(&Time::end_time, "end_time", positive, "", "time at which the run ends")),
      default_is(
          "none",
          key(&Time::most_steps, "most_steps", Integer{1, 1'000'000'000}, "",
              "number of time steps after which the run ends, including those before a restart")),
      default_is("none",
                 key(&Time::steady_rate, "steady_rate", positive, "",
                     "largest rate of change of a steady flow. The run ends when no velocity and "
                     "no temperature changes faster. Every tenth step checks this")),
  });
}

} // namespace

Keys flow_keys() {
  return deck::joined({fluid_section(), walls_section(), obstacles_section(), time_section()});
}

} // namespace isobar::flow
