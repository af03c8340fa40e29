#include "report/class_report.hpp"

#include "classes/build_commit.hpp"
#include "report/report.hpp"

#include <fmt/format.h>
#include <isobar/core/version.hpp>
#include <nlohmann/json.hpp>

namespace isobar {

nlohmann::json report_part::benchmark(const Official& o) {
  nlohmann::json departures = nlohmann::json::array();
  for (const Departure& d : o.departures)
    departures.push_back({{"key", d.key}, {"found", d.found}, {"wanted", d.wanted}});
  const nlohmann::json none;
  return {{"class", o.run.problem.name},
          {"algorithm", o.run.problem.algorithm_name()},
          {"official", o.is_official()},
          {"figure", o.is_official() ? nlohmann::json(o.figure_name()) : none},
          {"departures", departures},
          {"hash", o.run.hash},
          {"version", version},
          {"commit", build_commit().empty() ? none : nlohmann::json(build_commit())},
          {"changed_files", changed_files_of_build()},
          {"least_repeats", o.run.least_repeats},
          {"least_seconds", o.run.least_seconds},
          {"repeats", o.repeats},
          {"seconds", o.seconds},
          {"median", o.median},
          {"spread", o.spread}};
}

namespace {

using screen_part::Lines;

void add_class(Lines out, const ClassRun& run) {
  const std::string_view commit = build_commit().empty() ? "unknown" : build_commit().substr(0, 12);
  fmt::format_to(out, "class        {}, algorithm {}, hash {}; version {}, commit {}\n",
                 run.problem.name, run.problem.algorithm_name(), run.hash, version, commit);
}

void add_departures(Lines out, const std::vector<Departure>& departures) {
  for (const Departure& d : departures)
    fmt::format_to(out, "  departs    {}: found {}, wanted {}\n", d.key,
                   d.found.is_null() ? "none" : d.found.dump(),
                   d.wanted.is_null() ? "none" : d.wanted.dump());
}

} // namespace

void screen_part::add_official(Lines out, const Official& o) {
  add_class(out, o.run);
  fmt::format_to(out,
                 "             {} repeats in {:.3f} s (at least {} and {} s), median {:.3f} ms, "
                 "spread {:.2f} %\n",
                 o.repeats, o.seconds, o.run.least_repeats, o.run.least_seconds, 1e3 * o.median,
                 100.0 * o.spread);
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
