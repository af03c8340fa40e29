#include "flow/flow_resume.hpp"

#include "flow/restart_keys.hpp"
#include "io/file_names.hpp"
#include "io/files.hpp"
#include "io/input_file.hpp"

#include <climits>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace isobar {
namespace {

/// The file that the run before has left of a series: beside its name, if that run has left its restart file so. Empty if there is none.
std::string existing(const FlowDeck& deck, const std::string& name) {
  std::vector<std::string> places{name};
  if (is_unconverged_name(deck.fluid.restart_from))
    places.insert(places.begin(), unconverged_name(name));
  std::error_code error;
  for (const std::string& place : places)
    if (std::filesystem::exists(place, error)) return place;
  return {};
}

/// The text of a file, which rank 0 reads; empty if the name is. Collective.
std::string shared_text(const MpiComm& comm, const std::string& name) {
  InputFile file;
  if (comm.rank() == 0 && !name.empty()) file = read_input_file(name, INT_MAX);
  if (file.problem.empty() && file.size > INT_MAX)
    file.problem = fmt::format("{} bytes are too many", file.size);
  throw_on_all(comm, file.problem.empty() ? ""
                                          : fmt::format("cannot read it: {}; expected the file of "
                                                        "the run before, or a new name",
                                                        file.problem));
  return broadcast(comm, file.text, 0);
}

/// Rows of the run before are kept up to the clock. With outputs at their times none is due at, the last one is not: a straight run has
/// none there.
void go_on(const FlowContext& c, const FlowClock& clock, bool is_due, const std::string& path,
           CsvSeries& series) {
  const flow::Output& o = c.deck.output;
  const std::string name = broadcast(c.comm, c.comm.rank() == 0 ? existing(c.deck, path) : "", 0);
  const std::string text = shared_text(c.comm, name);
  if (text.empty()) return;
  const bool at_times = o.every_steps || o.every_time;
  try {
    series.go_on(text, clock.time, is_due || !at_times, is_due);
  } catch (const InputError& e) {
    throw InputError(
        fmt::format("{}, which this run would go on with, {}, or a new name", name, e.what()));
  }
}

/// Probes elsewhere have other numbers under the same titles.
void check_places(const FlowDeck& deck, const restart::Point& from) {
  if (from.probe_places != "none" && from.probe_places != probe_places(deck))
    throw InputError(
        "output.probe_points are not those of the run before, with whose file this run "
        "would go on; expected the same places, or a new name");
}

} // namespace

void go_on(const FlowContext& c, const restart::Point& from, bool is_due, CsvSeries& probes,
           CsvSeries& fluxes) {
  if (from.clock.steps == 0) return; // nothing was before
  const flow::Output& o = c.deck.output;
  const std::string titles = probes.text();
  if (probes.is_kept())
    read_named(c.deck, "output.probes", [&] {
      go_on(c, from.clock, is_due, o.probes, probes);
      if (probes.text() != titles) check_places(c.deck, from);
    });
  if (fluxes.is_kept())
    read_named(c.deck, "output.fluxes", [&] { go_on(c, from.clock, is_due, o.fluxes, fluxes); });
}

} // namespace isobar
