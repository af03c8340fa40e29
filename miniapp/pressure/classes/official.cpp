#include "pressure/classes/official.hpp"

#include "pressure/classes/united_departures.hpp"
#include "program/build_commit.hpp"
#include "run/check.hpp"
#include "run/memory_of_rank.hpp"

#include <isobar/core/build_info.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <sstream>
#include <string_view>

namespace isobar {
namespace {

/// Compiler options that read or run files other than the
/// program's sources. The report lists linked libraries.
constexpr std::array<std::string_view, 6> foreign_options = {"-include", "-imacros", "-fplugin",
                                                             "-wrapper", "-specs",   "-B"};

/// Compilers that assume that there is no NaN, as with -ffast-math, leave out the checks for it. A wrong result could then pass.
bool checks_see_nan() {
  const volatile double nan = std::numeric_limits<double>::quiet_NaN();
  return !check_at_most("", nan, 1.0, "").passed && !std::isfinite(nan);
}

void add_build(std::vector<Departure>& departures) {
  if (build_commit().empty()) departures.push_back({"build commit", nullptr, "a known commit"});
  if (const int changed = changed_files_of_build(); changed > 0)
    departures.push_back({"build changed files", changed, 0});
  if (!checks_see_nan())
    departures.push_back({"build flags", "checks do not see a NaN", "no -ffast-math or the like"});
  if (const std::string option = foreign_option(build_info::flags); !option.empty())
    departures.push_back({"build flags", option, nullptr});
}

std::vector<Departure> departures_of_memory() {
  const std::string problem = memory_disagreement();
  if (problem.empty()) return {};
  return {{"memory that is filled", problem, "the same by both"}};
}

} // namespace

std::string foreign_option(std::string_view flags) {
  std::istringstream words{std::string(flags)};
  for (std::string word; words >> word;)
    for (const std::string_view option : foreign_options)
      if (word.starts_with(option)) return word;
  return {};
}

ClassRun class_run(const MpiComm& comm, const ProblemClass& c, const Deck& deck,
                   int ranks_per_host) {
  const Deck wanted = wanted_deck(c);
  ClassRun run{c,
               locked_hash(c, deck, wanted),
               deck_departures(c, deck, wanted),
               wanted.run.repeats,
               wanted.sequence.least_seconds,
               deck.sequence.steps_per_setup};
  if (ranks_per_host != 0) run.departures.push_back({"--ranks-per-host", ranks_per_host, nullptr});
  add_build(run.departures);
  if (c.fill)
    for (const Departure& d : united(comm, departures_of_memory())) run.departures.push_back(d);
  return run;
}

void ClassRun::take(const ProcessWatch& watch) {
  code = watch.code();
  for (const Departure& d : watch.departures())
    if (std::ranges::none_of(departures,
                             [&](const Departure& known) { return known.key == d.key; }))
      departures.push_back(d);
}

Official official(const ClassRun& run, const Deck& deck, const RunResult& result,
                  const ClassSizes& sizes) {
  Official o{run, run.departures};
  o.sizes = {size_record(deck, result)};
  o.sizes.insert(o.sizes.end(), sizes.smaller.begin(), sizes.smaller.end());
  o.clocks = result.clocks;
  o.devices = sizes.devices;
  o.nodes = sizes.nodes;
  const std::vector<double>& samples = result.sequence.samples;
  o.repeats = int(samples.size());
  o.seconds = std::accumulate(samples.begin(), samples.end(), 0.0);
  o.median = result.sequence.median();
  if (const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
      !samples.empty() && o.median > 0.0)
    o.spread = (*high - *low) / o.median;
  const auto add = [&](const char* key, const nlohmann::json& found, const nlohmann::json& wanted) {
    o.departures.push_back({key, found, wanted});
  };
  if (const std::string reason = result.invalid_reason(); !reason.empty())
    add("result", "INVALID (" + reason + ")", "VALID");
  if (o.repeats < run.least_repeats) add("repeats that were timed", o.repeats, run.least_repeats);
  if (o.seconds < run.least_seconds) add("seconds that were timed", o.seconds, run.least_seconds);
  if (o.clocks.disagreement() > most_disagreement)
    add("clocks", to_text(o.clocks), fmt::format("within {} %", 100.0 * most_disagreement));
  for (const SizeRecord& smaller : sizes.smaller) // a size that was not run is no departure
    if (smaller.was_run && !smaller.is_valid())
      o.departures.push_back({fmt::format("result at {} columns", smaller.columns),
                              "INVALID (" + smaller.reason + ")", "VALID"});
  return o;
}

std::string Official::figure_name() const {
  if (!is_official()) return "FOM";
  return fmt::format("FOM({}, {})", run.problem.name, run.problem.algorithm_name());
}

} // namespace isobar
