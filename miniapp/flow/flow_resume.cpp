#include "flow/flow_resume.hpp"

#include "flow/flow_calendar.hpp"
#include "flow/restart_file.hpp"
#include "flow/restart_keys.hpp"
#include "input/input_file.hpp"
#include "io/file_names.hpp"
#include "io/files.hpp"
#include "io/terminal.hpp"

#include <climits>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

namespace isobar {
namespace {

/// The file of a series that the earlier run has left; empty if there is none. It has an
/// unconverged name if the restart file has one.
std::string existing(const FlowDeck& deck, const std::string& name) {
  std::vector<std::string> places{name};
  if (is_unconverged_name(deck.fluid.restart_from))
    places.insert(places.begin(), unconverged_name(name));
  std::error_code error;
  for (const std::string& place : places)
    if (std::filesystem::exists(place, error)) return place;
  return {};
}

/// The text of a file, which rank 0 reads for all; empty if the name is empty. Collective.
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

/// Keeps rows of the earlier run up to the clock. If that run ended between two outputs,
/// it may have a row at the clock itself. That row goes, unless a straight run has it.
void go_on(const FlowContext& c, const FlowClock& clock, bool has_row, const std::string& path,
           CsvSeries& series) {
  const flow::Output& o = c.deck.output;
  const std::string name = broadcast(c.comm, c.comm.rank() == 0 ? existing(c.deck, path) : "", 0);
  const std::string text = shared_text(c.comm, name);
  if (text.empty()) return;
  const bool at_times = o.every_steps || o.every_time;
  try {
    series.go_on(text, clock.time, has_row || !at_times, has_row);
  } catch (const InputError& e) {
    throw InputError(
        fmt::format("{}, which this run would go on with, {}, or a new name", name, e.what()));
  }
}

/// Refuses a restart file of other probes, whose series has other numbers under the same titles.
void check_places(const FlowDeck& deck, const restart::Point& from) {
  if (from.probe_places != "none" && from.probe_places != probe_places(deck))
    throw InputError(
        "output.probe_points are not those of the run before, with whose file this run "
        "would go on; expected the same places, or a new name");
}

} // namespace

template <class P> restart::Point read_restart(const FlowContext& c, FlowStepper<P>& stepper) {
  restart::Head head;
  read_named(c.deck, "flow.restart_from", [&] { head = restart::read(c.deck, c.comm, stepper); });
  if (head.format > 1) return head.point;
  if (c.comm.rank() == 0)
    print_error(describe(c.deck, "flow.restart_from") +
                ": has format 1, of Isobar 1.0.0, without a checksum and without fluid, walls and "
                "lengths; that they are those of this run is not checked");
  head.point.outputs = FlowCalendar(c.deck).outputs_before(head.point.clock);
  return head.point;
}

void go_on(const FlowContext& c, const restart::Point& from, bool has_row, CsvSeries& probes,
           CsvSeries& fluxes) {
  if (from.clock.steps == 0) return; // there was no earlier run
  const flow::Output& o = c.deck.output;
  const std::string titles = probes.text();
  if (probes.is_kept())
    read_named(c.deck, "output.probes", [&] {
      go_on(c, from.clock, has_row, o.probes, probes);
      if (probes.text() != titles) check_places(c.deck, from);
    });
  if (fluxes.is_kept())
    read_named(c.deck, "output.fluxes", [&] { go_on(c, from.clock, has_row, o.fluxes, fluxes); });
}

template restart::Point read_restart(const FlowContext&, FlowStepper<Double>&);
template restart::Point read_restart(const FlowContext&, FlowStepper<Float>&);

} // namespace isobar
