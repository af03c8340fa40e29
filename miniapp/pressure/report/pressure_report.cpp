#include "pressure/report/pressure_report.hpp"

#include "pressure/report/class_report.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "report/report_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace isobar {
namespace {

using report_part::Json;
using report_part::number;

Json levels(const RunContext& c) {
  Json levels = Json::array();
  for (const LevelOfRun& level : levels_of_run(c.deck, c.decomposition))
    levels.push_back({{"level", levels.size()},
                      {"nx", level.nx},
                      {"ny", level.ny},
                      {"nz", c.deck.grid.nz},
                      {"ranks", level.ranks},
                      {"overlap", std::min(level.overlap, level.ny)},
                      {"computed_columns", level.computed}});
  return levels;
}

Json seconds(const std::optional<MethodTimes>& measured, double MethodTimes::*part) {
  return measured ? number((*measured).*part) : Json();
}

/// The choice of the method, with all candidates; null if the deck names it.
Json choice(const MethodChoice& choice) {
  if (choice.candidates.empty()) return {};
  Json candidates = Json::array();
  for (const MethodCandidate& c : choice.candidates)
    candidates.push_back({{"method", deck::word(c.method)},
                          {"of_cells", c.of_cells},
                          {"predicted_solve", c.predicted ? number(*c.predicted) : Json()},
                          {"setup", seconds(c.measured, &MethodTimes::setup)},
                          {"update", seconds(c.measured, &MethodTimes::update)},
                          {"solve", seconds(c.measured, &MethodTimes::solve)},
                          {"left_out", c.may_be_taken() ? Json() : Json(c.left_out)}});
  return {{"reason", choice.reason}, {"candidates", candidates}};
}

Json solver(const RunContext& c, const SolveReport& solve) {
  const Deck& deck = c.deck;
  const deck::Solver& s = deck.solver;
  Json all = report_part::solver(deck::word(*s.method), deck::word(s.precision), s.tolerance);
  all["layout"] = deck::word(deck.fields.layout);
  all["levels"] = deck.levels_reason.empty() ? Json() : Json(deck.levels_reason);
  all["choice"] = choice(c.choice);
  report_part::add_outcome(all, solve);
  return all;
}

Json equation(const RunContext& c, const RunResult& result) {
  const bool symmetric = c.equation.symmetric(), factorises = c.equation.factorises();
  const Json distance = {{"largest_factor", number(result.distance.largest)},
                         {"rms_factor", number(result.distance.rms)}};
  return {{"given", given_coefficients(c.deck)},
          {"symmetric", symmetric},
          {"reason", symmetric ? Json() : Json("convection, xi, makes the matrix unsymmetric")},
          {"factorises", factorises},
          {"distance", factorises ? Json() : distance}};
}

Json sequence(const RunResult& result) {
  if (result.steps.empty()) return {};
  Json steps = Json::array();
  for (const StepRecord& step : result.steps)
    steps.push_back({{"time_step", step.time_step},
                     {"sound_speed", step.sound_speed},
                     {"right_side", step.right_side},
                     {"seed", step.seed},
                     {"solves", step.solves},
                     {"verified", step.verified},
                     {"iterations", step.iterations},
                     {"true_residual", step.verified > 0 ? number(step.true_residual) : Json()}});
  return {{"steps", steps}};
}

Json timings(const RunResult& result) {
  Json all = report_part::solve_timings(result);
  if (!result.steps.empty()) all["sequence"] = report_part::timing(result.sequence);
  all["update"] = report_part::timing(result.update);
  return all;
}

} // namespace

Json report(const RunContext& context, const RunResult& result, const Json& environment,
            const Official* official) {
  const Int64 unknowns = context.deck.unknowns();
  Json all = report_part::report(3, context.deck, result, environment);
  if (official != nullptr) all["environment"]["libraries"] = report_part::libraries(official->run);
  all["benchmark"] = official != nullptr ? report_part::benchmark(*official) : Json();
  all["equation"] = equation(context, result);
  all["decomposition"] =
      report_part::decomposition(context.decomposition, levels(context), context.transport);
  all["sequence"] = sequence(result);
  all["solver"] = solver(context, result.solve);
  all["timings"] = timings(result);
  report_part::add_figures(all, result, result.mdof_per_second(unknowns), unknowns);
  return all;
}

} // namespace isobar
