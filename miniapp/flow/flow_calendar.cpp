#include "flow/flow_calendar.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

/// The relative rounding of a time that is a sum of steps.
constexpr double rounding = 1e-12;

} // namespace

/// The first multiple of output.every_time after `time`.
double FlowCalendar::next_output(double time) const {
  const std::optional<double>& every = deck_.output.every_time;
  return every ? *every * (std::floor(time / *every * (1.0 + rounding)) + 1.0) : HUGE_VAL;
}

double FlowCalendar::step_length(const FlowClock& clock, double stable) const {
  const flow::Time& t = deck_.time;
  const double longest = t.step.value_or(stable);
  const double until =
      std::min(t.end_time.value_or(HUGE_VAL), next_output(clock.time)) - clock.time;
  if (longest >= until) return until;
  return longest >= 0.5 * until && !t.step ? 0.5 * until : longest;
}

bool FlowCalendar::is_output_due(const FlowClock& clock) const {
  const std::optional<int>& steps = deck_.output.every_steps;
  if (steps) return clock.steps % *steps == 0;
  return next_output(clock.time - 0.5 * clock.last_dt) <= clock.time * (1.0 + rounding);
}

int FlowCalendar::outputs_before(const FlowClock& clock) const {
  const flow::Output& o = deck_.output;
  const double upto = o.every_steps  ? std::floor(double(clock.steps) / *o.every_steps)
                      : o.every_time ? std::floor(clock.time / *o.every_time * (1.0 + rounding))
                                     : 0.0;
  return int(std::clamp(upto, 0.0, 1e9)) - (upto >= 1.0 && is_output_due(clock) ? 1 : 0);
}

std::string_view FlowCalendar::ended_by(const FlowClock& clock) const {
  const flow::Time& t = deck_.time;
  if (t.end_time && clock.time >= *t.end_time * (1.0 - rounding)) return "end_time";
  return t.most_steps && clock.steps >= *t.most_steps ? "most_steps" : "";
}

} // namespace isobar
