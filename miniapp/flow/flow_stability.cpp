#include "flow/flow_stability.hpp"

#include "flow/flow_problem.hpp"
#include "flow/flow_resolve.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

/// Widens the range by a number. A NaN makes it infinite,
/// because a maximum over the ranks may lose a NaN.
void widen(TemperatureRange& range, double t) {
  if (std::isnan(t)) t = HUGE_VAL;
  range.low = std::min(range.low, t);
  range.high = std::max(range.high, t);
}

/// The range of the walls' temperatures; empty, from infinity to minus infinity, if no wall has one.
TemperatureRange range_of_walls(const FlowDeck& deck) {
  TemperatureRange range{HUGE_VAL, -HUGE_VAL};
  for (const auto wall : flow::all_walls)
    if (const std::optional<double>& t = (deck.walls.*wall).temperature) widen(range, *t);
  return range;
}

/// The longest step for a fluid at rest, whose velocity does not limit it. In such a step buoyancy and
/// body forces reach the CFL number time.cfl along an axis, and walls move by twice that number. The
/// fluid's own temperatures have no effect, so that a run from a restart file finds the same steps.
double step_from_rest(const FlowDeck& deck) {
  const double cfl = deck.time.cfl, by_walls = 2.0 * cfl / wall_speed_over_width(deck);
  const FlowSpec spec = flow_spec(deck);
  const TemperatureRange range = range_of_walls(deck);
  const double buoyancy = range.low > range.high ? 0.0 : largest_acceleration(spec, range);
  const Axis* const axes[] = {&spec.x, &spec.y, &spec.z};
  double step = by_walls;
  for (std::size_t d = 0; d < 3; ++d) {
    const double most = buoyancy * std::abs(spec.up[d]) + std::abs(spec.force[d]);
    if (most > 0.0) step = std::min(step, std::sqrt(cfl * axes[d]->least_width() / most));
  }
  return step;
}

} // namespace

template <class P>
TemperatureRange temperature_range(const FlowDeck& deck, const FlowStepper<P>& stepper) {
  if (!deck.has_temperature()) return {};
  const FlowGridOf<P>& grid = stepper.grid();
  TemperatureRange range = range_of_walls(deck);
  const HostField t("isobar temperature", grid.ny(), grid.nx(), grid.nz());
  HostOrder<P>(grid.nx(), grid.ny(), grid.nz())
      .to_host(stepper.fields()[std::size_t(FlowField::temperature)], t);
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i)
      for (int k = 0; k < grid.nz(); ++k) widen(range, t(j, i, k));
  std::array<double, 2> ends{-range.low, range.high};
  stepper.ranks().max(ends);
  return {-ends[0], ends[1]};
}

FlowStability::FlowStability(const FlowDeck& deck, TemperatureRange temperature, double rounding)
    : deck_(deck), budget_(flow_spec(deck), temperature, rounding),
      from_rest_(step_from_rest(deck)) {
  seen_.cfl_limit = deck.time.step ? largest_cfl(deck.time.scheme) : deck.time.cfl;
}

void FlowStability::begin(double length, double cfl_rate, double energy) {
  cfl_rate_ = cfl_rate;
  budget_.begin(energy);
  if (deck_.time.step && length * cfl_rate > seen_.cfl_limit)
    throw InputError(fmt::format(
        "{}: not stable, as the velocity at the beginning has a CFL number of {:.3g} "
        "and {} takes at most {:.3g}; expected at most {:.3g}, or time.cfl in its place",
        describe(deck_, "time.step"), length * cfl_rate, deck::word(deck_.time.scheme),
        seen_.cfl_limit, seen_.cfl_limit / cfl_rate));
}

/// A step that the program chose must fit the velocity before it. A fixed step
/// must also fit the velocity after it, as the next step has the same length.
bool FlowStability::admits(const FlowClock& clock, double cfl_rate, double energy) {
  const bool fixed = deck_.time.step.has_value();
  const double before = clock.last_dt * cfl_rate_, behind = clock.last_dt * cfl_rate;
  cfl_rate_ = cfl_rate;
  seen_.largest_cfl = std::max({seen_.largest_cfl, before, fixed ? behind : 0.0});
  const bool fits = budget_.admits(clock.last_dt, energy);
  seen_.energy_share = budget_.largest_share();
  if (fixed && behind > seen_.cfl_limit) seen_.problem = cfl_problem(clock, cfl_rate);
  else if (!fits) seen_.problem = energy_problem(clock, energy);
  return seen_.problem.empty();
}

std::string FlowStability::cfl_problem(const FlowClock& clock, double cfl_rate) const {
  return fmt::format(
      "time step {} of {:.3g} has a CFL number of {:.3g} with the velocity behind it, "
      "and {} takes at most {:.3g}; expected at most {:.3g} as time.step, or time.cfl "
      "in its place",
      clock.steps, clock.last_dt, clock.last_dt * cfl_rate, deck::word(deck_.time.scheme),
      seen_.cfl_limit, seen_.cfl_limit / cfl_rate);
}

std::string FlowStability::energy_problem(const FlowClock& clock, double energy) const {
  const bool fixed = deck_.time.step.has_value(),
             other = deck_.time.scheme != TimeScheme::runge_kutta;
  return fmt::format("kinetic energy {:.6g} behind time step {} of {:.3g}, of at most {:.6g} that "
                     "its beginning, walls and buoyancy allow; expected a smaller {}{}",
                     energy, clock.steps, clock.last_dt, budget_.most(),
                     fixed ? "time.step" : "time.cfl",
                     other ? ", or time.scheme = \"runge-kutta\"" : "");
}

double excess(const TemperatureRange& allowed, const TemperatureRange& found) {
  // The difference of two large numbers has their rounding error, so the range is widened.
  const double size =
      allowed.high - allowed.low + 1e-3 * std::max(std::abs(allowed.low), std::abs(allowed.high));
  const double beyond = std::max({found.high - allowed.high, allowed.low - found.low, 0.0});
  return beyond > 0.0 ? beyond / size : 0.0;
}

/// Checks that the excess is at most 1. Central differences make waves of some
/// tenths where a front is not resolved; unbounded growth makes larger ones.
Check temperature_check(double excess) {
  return check_at_most(
      "temperature", excess, 1.0,
      fmt::format("{:.3g} of its range beyond what walls and its beginning allow", excess));
}

Check stability_check(const Stability& seen) {
  const double share = std::max(seen.largest_cfl / seen.cfl_limit, seen.energy_share);
  if (!seen.problem.empty()) return {"stability", false, share, 1.0, seen.problem};
  return {"stability", true, share, 1.0,
          fmt::format("CFL number at most {:.3g} of {:.3g}, kinetic energy at most {:.3g} of what "
                      "the equations allow",
                      seen.largest_cfl, seen.cfl_limit, seen.energy_share)};
}

template TemperatureRange temperature_range(const FlowDeck&, const FlowStepper<Double>&);
template TemperatureRange temperature_range(const FlowDeck&, const FlowStepper<Float>&);

} // namespace isobar
