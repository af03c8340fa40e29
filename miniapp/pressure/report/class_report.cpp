#include "pressure/report/class_report.hpp"

#include "pressure/report/pressure_report.hpp"
#include "program/build_commit.hpp"
#include "report/report_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/version.hpp>
#include <nlohmann/json.hpp>

namespace isobar {
namespace {

/// The total figure, and the figures for each node and each
/// device, if a step takes `step` seconds; null unless valid.
nlohmann::json figure(const Official& o, const SizeRecord& size, double step) {
  if (!size.is_valid()) return {};
  const double in_all = size.mdof_per_second(step);
  return {{"in_all", in_all}, {"per_node", in_all / o.nodes}, {"per_device", in_all / o.devices}};
}

nlohmann::json size(const Official& o, const SizeRecord& size) {
  const nlohmann::json none;
  nlohmann::json all = {{"columns", size.columns},
                        {"method", size.was_run ? nlohmann::json(size.method) : none},
                        {"unknowns", size.unknowns},
                        {"valid", size.was_run ? nlohmann::json(size.is_valid()) : none},
                        {"reason", size.reason.empty() ? none : nlohmann::json(size.reason)},
                        {"repeats", size.repeats},
                        {"iterations", none},
                        {"true_residual", none},
                        {"seconds", none},
                        {"mdof_s", figure(o, size, size.step.median)},
                        {"fastest_mdof_s", figure(o, size, size.step.fastest)}};
  if (size.repeats == 0) return all;
  all["iterations"] = size.iterations;
  all["true_residual"] = report_part::number(size.true_residual);
  all["seconds"] = {{"repeat", size.repeat},    {"setup", size.setup},
                    {"update", size.update},    {"solve", size.solve},
                    {"step", size.step.median}, {"fastest_step", size.step.fastest}};
  return all;
}

/// The times of the clocks; null for a clock that cannot be read.
nlohmann::json clocks(const ClockTimes& times) {
  const auto seconds = [](double s) { return s > 0.0 ? nlohmann::json(s) : nlohmann::json(); };
  return {{"mpi", report_part::number(times.mpi)},
          {"kernel", seconds(times.kernel)},
          {"processor", seconds(times.counter)},
          {"between", times.between}};
}

nlohmann::json sizes(const Official& o) {
  nlohmann::json all = nlohmann::json::array();
  for (const SizeRecord& s : o.sizes) all.push_back(size(o, s));
  return all;
}

} // namespace

nlohmann::json report_part::benchmark(const Official& o) {
  nlohmann::json departures = nlohmann::json::array();
  for (const Departure& d : o.departures)
    departures.push_back({{"key", d.key}, {"found", d.found}, {"wanted", d.wanted}});
  const nlohmann::json none;
  return {{"rules", rules},
          {"class", o.run.problem.name},
          {"algorithm", o.run.problem.algorithm_name()},
          {"official", o.is_official()},
          {"figure", o.is_official() ? nlohmann::json(o.figure_name()) : none},
          {"departures", departures},
          {"hash", o.run.hash},
          {"version", version},
          {"commit", build_commit().empty() ? none : nlohmann::json(build_commit())},
          {"changed_files", changed_files_of_build()},
          {"sources", is_build_of_archive() ? "archive" : "compared"},
          {"least_repeats", o.run.least_repeats},
          {"least_seconds", o.run.least_seconds},
          {"steps_per_setup", o.run.steps_per_setup},
          {"repeats", o.repeats},
          {"seconds", o.seconds},
          {"median", o.median},
          {"spread", o.spread},
          {"clocks", clocks(o.clocks)},
          {"devices", o.devices},
          {"nodes", o.nodes},
          {"sizes", sizes(o)}};
}

nlohmann::json report_part::libraries(const ClassRun& run) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
  };
  nlohmann::json all = nlohmann::json::array();
  for (const HashedCode& code : run.code)
    all.push_back({{"path", code.file.path},
                   {"origin", to_string(code.origin)},
                   {"build_id", text_or_null(code.file.build_id)},
                   {"sha256", text_or_null(code.sha256)}});
  return all;
}

namespace {

using screen_part::Lines;

void add_class(Lines out, const ClassRun& run) {
  const std::string_view commit = build_commit().empty() ? "unknown" : build_commit().substr(0, 12);
  fmt::format_to(out, "class        {}, algorithm {}, rules {}, hash {}; version {}, commit {}\n",
                 run.problem.name, run.problem.algorithm_name(), rules, run.hash, version, commit);
}

void add_departures(Lines out, const std::vector<Departure>& departures) {
  for (const Departure& d : departures)
    fmt::format_to(out, "  departs    {}: found {}, wanted {}\n", d.key,
                   d.found.is_null() ? "none" : d.found.dump(),
                   d.wanted.is_null() ? "none" : d.wanted.dump());
}

/// Adds a line for each size.
void add_sizes(Lines out, const Official& o) {
  fmt::format_to(
      out, "sizes        {:>7} {:>11} {:>9} {:>9} {:>9} {:>9} {:>9} {:>5} {:>10} {:>9} {:>9}\n",
      "columns", "unknowns", "setup ms", "update", "solve", "step", "fastest", "iter", "MDOF/s",
      "a node", on_host ? "a rank" : "a GPU");
  for (const SizeRecord& s : o.sizes) {
    const double figure = s.mdof_per_second(s.step.median);
    fmt::format_to(out, "             {:>7} {:>11}", s.columns, s.unknowns);
    if (s.is_valid())
      fmt::format_to(
          out, " {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>5} {:>10.3f} {:>9.3f} {:>9.3f}\n",
          1e3 * s.setup, 1e3 * s.update, 1e3 * s.solve, 1e3 * s.step.median, 1e3 * s.step.fastest,
          s.iterations, figure, figure / o.nodes, figure / o.devices);
    else
      fmt::format_to(out, " {}{}{}\n", s.was_run ? "INVALID (" : "", s.reason,
                     s.was_run ? ")" : "");
  }
}

/// Adds a line if sizes have chosen different methods.
void add_methods(Lines out, const Official& o) {
  std::vector<std::string> methods;
  bool differ = false;
  for (const SizeRecord& s : o.sizes) {
    if (!s.was_run) continue;
    differ = differ || s.method != o.sizes.front().method;
    methods.push_back(fmt::format("{} with {}", s.method, s.columns));
  }
  if (differ) fmt::format_to(out, "             {} columns\n", fmt::join(methods, ", "));
}

} // namespace

void screen_part::add_official(Lines out, const Official& o) {
  add_class(out, o.run);
  fmt::format_to(out,
                 "             {} repeats in {:.3f} s (at least {} and {} s), median {:.3f} ms, "
                 "spread {:.2f} %\n"
                 "             a model's step: a solve, an update, a setup in {} steps\n",
                 o.repeats, o.seconds, o.run.least_repeats, o.run.least_seconds, 1e3 * o.median,
                 100.0 * o.spread, o.run.steps_per_setup);
  add_sizes(out, o);
  add_methods(out, o);
  fmt::format_to(out, "OFFICIAL: {}\n", o.is_official());
  add_departures(out, o.departures);
}

std::string class_outlook(const ClassRun& run) {
  std::string text;
  const Lines out(text);
  add_class(out, run);
  if (!run.departures.empty()) fmt::format_to(out, "OFFICIAL: false\n");
  add_departures(out, run.departures);
  return text;
}

} // namespace isobar
