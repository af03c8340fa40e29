#include "flow/flow_report.hpp"

#include "flow/flow_levels.hpp"
#include "flow/flow_options.hpp"
#include "report/report_parts.hpp"

#include <nlohmann/json.hpp>

namespace isobar {
namespace {

using report_part::Json;
using report_part::number;

Json sides(const BoxSpec& box) {
  Json names = Json::object();
  const Axis* const axes[] = {&box.x, &box.y, &box.z};
  for (std::size_t n = 0; n < flow::side_names.size(); ++n) {
    const Axis& axis = *axes[n / 2];
    names[std::string(flow::side_names[n])] = deck::word(n % 2 == 0 ? axis.low : axis.high);
  }
  return names;
}

Json problem(const FlowDeck& deck) {
  const BoxSpec box = deck.box();
  Json narrowest = Json::array();
  for (const Axis* axis : {&box.x, &box.y, &box.z}) narrowest.push_back(axis->least_width());
  return {{"kind", deck::word(deck.problem.kind)},
          {"unknowns", deck.unknowns()},
          {"singular", box.is_singular()},
          {"sides", sides(box)},
          {"narrowest_cells", narrowest}};
}

Json levels(const FlowContext& c) {
  Json levels = Json::array();
  for (const LevelOfBox& level : levels_of_run(c.deck, c.decomposition))
    levels.push_back({{"level", levels.size()},
                      {"nx", level.box.x.cells()},
                      {"ny", level.box.y.cells()},
                      {"nz", level.box.z.cells()},
                      {"ranks", level.ranks}});
  return levels;
}

/// The sections of a report that both problems have.
Json common(const FlowContext& c, const RunRecord& record, const Json& environment) {
  Json all = report_part::report(1, c.deck, record, environment);
  all["problem"] = problem(c.deck);
  all["decomposition"] = report_part::decomposition(c.decomposition, levels(c), c.transport);
  return all;
}

Json method(const FlowDeck& deck) {
  const flow::Solver& s = deck.solver;
  Json all = report_part::solver(deck::word(s.method), deck::word(s.precision), s.tolerance);
  all["levels"] = deck.levels_reason.empty() ? Json() : Json(deck.levels_reason);
  all["smoother"] = deck.uses_multigrid() ? Json(smoother_text(deck)) : Json();
  all["coarsest"] = deck.uses_multigrid() ? Json(coarsest_text(deck)) : Json();
  return all;
}

/// The heat flux by direction; null without a temperature.
Json heat_flux(const FlowRecord& record) {
  if (!record.heat_flux) return {};
  const auto& [x, y, z] = *record.heat_flux;
  return {{"x", number(x)}, {"y", number(y)}, {"z", number(z)}};
}

/// The section about the flow's steps and its end.
Json course(const FlowRecord& record) {
  Json fluxes = Json::object();
  for (const WallFlux& flux : record.fluxes) fluxes[flux.side] = number(flux.mean);
  return {{"steps", record.clock.steps},
          {"steps_of_this_run", record.steps},
          {"time", number(record.clock.time)},
          {"last_step", number(record.clock.last_dt)},
          {"ended_by", record.ended_by},
          {"status", to_string(record.status)},
          {"rate_of_change", number(record.change)},
          {"divergence", number(record.divergence)},
          {"kinetic_energy", number(record.energy)},
          {"largest_cfl", number(record.stability.largest_cfl)},
          {"energy_share", number(record.stability.energy_share)},
          {"wall_fluxes", fluxes},
          {"heat_flux", heat_flux(record)}};
}

/// The pressure solves in intervals of equally many time steps; the last interval may have fewer.
Json history(const PressureHistory& pressure) {
  Json least = Json::array(), mean = Json::array(), most = Json::array();
  for (const IterationCounts& c : pressure.intervals()) {
    least.push_back(c.least);
    mean.push_back(number(c.mean()));
    most.push_back(c.most);
  }
  return {{"steps_each", pressure.steps_each()}, {"least", least}, {"mean", mean}, {"most", most}};
}

Json pressure(const FlowDeck& deck, const FlowRecord& record) {
  Json all = method(deck);
  const IterationCounts& sum = record.pressure.all();
  all["solves"] = sum.solves;
  all["iterations"] = sum.iterations;
  all["least_iterations"] = sum.least;
  all["most_iterations"] = sum.most;
  all["not_converged"] = record.not_converged;
  all["history"] = history(record.pressure);
  return all;
}

Json timings(const FlowRecord& record) {
  Json all = {{"setup", number(record.setup)},
              {"first_step", number(record.first_step)},
              {"other_steps", number(record.steps_seconds)}};
  report_part::add_copies_and_kernels(all, record);
  return all;
}

} // namespace

Json box_report(const FlowContext& c, const SolveRecord& record, const Json& environment) {
  Json all = common(c, record, environment);
  const Int64 unknowns = c.deck.unknowns();
  all["solver"] = method(c.deck);
  report_part::add_outcome(all["solver"], record.solve);
  all["timings"] = report_part::solve_timings(record);
  report_part::add_figures(all, record, record.mdof_per_second(unknowns), unknowns);
  return all;
}

Json box_report(const FlowContext& c, const FlowRecord& record, const Json& environment) {
  Json all = common(c, record, environment);
  all["flow"] = course(record);
  all["solver"] = pressure(c.deck, record);
  all["timings"] = timings(record);
  all["fom"] =
      report_part::figure_of_merit(record, record.merit(c.deck.unknowns()), flow_merit_unit);
  return all;
}

} // namespace isobar
