#include "flow/flow_checks.hpp"

#include "flow/poisson_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

/// The volume of the largest cell.
double largest_cell(const FlowSpec& spec) {
  double volume = 1.0;
  for (const Axis* axis : {&spec.x, &spec.y, &spec.z}) {
    double widest = 0.0;
    for (int i = 0; i < axis->cells(); ++i) widest = std::max(widest, axis->width(i));
    volume *= widest;
  }
  return volume;
}

} // namespace

/// The rounding follows from two facts. A velocity times the area of its face is at
/// most the CFL rate times a cell's volume. Six such numbers are rounded and added.
template <class P>
double divergence_bound(const FlowDeck& deck, const FlowStepper<P>& stepper, double length,
                        double last, const StepReport& report) {
  const double stage = stages(deck.time.scheme, length, last).back().length();
  const double before = report.pressure.back().residual_norms.front();
  const double rounding = 6.0 * double(std::numeric_limits<typename P::storage>::epsilon()) *
                          stepper.cfl_rate() * largest_cell(stepper.grid().spec()) *
                          std::sqrt(double(deck.unknowns()));
  const flow::Solver& s = deck.solver;
  return stage * std::max(s.tolerance * before, s.absolute_tolerance) * (1.0 + last_digit) +
         rounding;
}

template <class P> void measure(const FlowStepper<P>& stepper, FlowRecord& record) {
  const Sums mine = FlowMeasures<P>::sums(stepper.grid(), stepper.fields());
  std::array<double, 2> sums{mine.first, mine.second};
  stepper.ranks().sum(sums);
  record.energy = sums[0];
  record.divergence = std::sqrt(sums[1]);
  if (record.steps > 0) record.change = stepper.rate_of_change();
}

std::vector<Check> state_checks(const FlowContext& c, const FlowRecord& record) {
  const bool is_finite = record.status != StepStatus::not_finite && std::isfinite(record.change);
  std::vector<Check> checks{
      {"finite", is_finite, 0.0, 0.0,
       fmt::format("{} after {} time steps, at time {:.6g}",
                   is_finite ? "finite" : to_string(StepStatus::not_finite), record.clock.steps,
                   record.clock.time)},
      stability_check(record.stability),
      check_at_most("pressure", double(record.not_converged), 0.0,
                    fmt::format("{} of {} pressure solves did not converge", record.not_converged,
                                record.pressure.all().solves)),
  };
  if (record.steps == 0) checks.push_back({"work", false, 0.0, 1.0, "no time step was made"});
  if (c.deck.has_temperature()) checks.push_back(temperature_check(record.temperature_excess));
  return checks;
}

template <class P>
std::vector<Check> flow_checks(const FlowContext& c, const FlowRecord& record, double bound) {
  std::vector<Check> checks = state_checks(c, record);
  if (record.steps > 0)
    checks.push_back(check_at_most(
        "divergence", record.divergence, bound,
        fmt::format("2-norm {:.3e}, the pressure's tolerance and rounding allow {:.3e}",
                    record.divergence, bound)));
  add_checks(checks, manufactured_checks<P>(c.deck.box()));
  return checks;
}

template double divergence_bound(const FlowDeck&, const FlowStepper<Double>&, double, double,
                                 const StepReport&);
template double divergence_bound(const FlowDeck&, const FlowStepper<Float>&, double, double,
                                 const StepReport&);
template void measure(const FlowStepper<Double>&, FlowRecord&);
template void measure(const FlowStepper<Float>&, FlowRecord&);
template std::vector<Check> flow_checks<Double>(const FlowContext&, const FlowRecord&, double);
template std::vector<Check> flow_checks<Float>(const FlowContext&, const FlowRecord&, double);

} // namespace isobar
