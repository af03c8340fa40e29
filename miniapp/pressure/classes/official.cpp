#include "pressure/classes/official.hpp"

#include "input/plain_text.hpp"
#include "program/build_commit.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>

namespace isobar {
namespace {

/// They put other code in the place of the program's, or a tool between its kernels. Those that choose threads, devices and networks
/// are a machine's own business.
constexpr std::array<const char*, 5> variables = {"LD_PRELOAD", "LD_AUDIT", "KOKKOS_TOOLS_LIBS",
                                                  "KOKKOS_PROFILE_LIBRARY", "KOKKOS_TOOLS_LIBRARY"};

void add_environment(const MpiComm& comm, std::vector<Departure>& departures) {
  for (const char* name : variables) {
    const char* const value = std::getenv(name);
    const bool mine = value != nullptr && *value != '\0';
    if (comm.min(mine ? 0 : 1) != 0) continue;
    departures.push_back({fmt::format("environment {}", name),
                          mine ? printable(value) : "set on another rank", nullptr});
  }
}

void add_build(std::vector<Departure>& departures) {
  if (build_commit().empty()) departures.push_back({"build commit", nullptr, "a known commit"});
  if (const int changed = changed_files_of_build(); changed > 0)
    departures.push_back({"build changed files", changed, 0});
}

} // namespace

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
  add_environment(comm, run.departures);
  add_build(run.departures);
  return run;
}

Official official(const ClassRun& run, const Deck& deck, const RunResult& result,
                  const ClassSizes& sizes) {
  Official o{run, run.departures};
  o.sizes = {size_record(deck, result)};
  o.sizes.insert(o.sizes.end(), sizes.smaller.begin(), sizes.smaller.end());
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
  for (const SizeRecord& smaller : sizes.smaller) // one that cannot be run is none
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
