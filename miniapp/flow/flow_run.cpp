#include "flow/flow_run.hpp"

#include "flow/flow_calendar.hpp"
#include "flow/flow_checks.hpp"
#include "flow/flow_fields.hpp"
#include "flow/flow_levels.hpp"
#include "flow/flow_parts.hpp"
#include "flow/flow_resume.hpp"
#include "flow/flow_watch.hpp"
#include "flow/poisson_checks.hpp"
#include "flow/restart_file.hpp"
#include "flow/restart_keys.hpp"
#include "io/terminal.hpp"
#include "run/kernel_timings.hpp"
#include "run/progress.hpp"
#include "run/statistics.hpp"
#include "run/timed.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace isobar {
namespace {

/// The steps from one rate of change to the next. It takes as long as
/// half a step without its pressure, so it is not computed in every step.
constexpr Int64 steps_between_looks = 10;

MemoryUse predicted_flow_memory(const FlowDeck& deck, const Decomposition& d,
                                const TransportPlan& transport) {
  MemoryUse use =
      with_precision(deck, [&]<class P>(P) { return FlowParts<P>::bytes(deck, d, transport); });
  const Partition p = d.partition();
  const Int64 field = Int64(p.nx) * p.ny * deck.grid.nz * Int64(sizeof(double));
  // VTK and NetCDF files hold all fields at once;
  // restarts and initial fields come one after the other.
  const bool pictures = !deck.output.vtk.empty() || !deck.output.netcdf.empty();
  use.host += !pictures ? field : (deck.has_temperature() ? 6 : 5) * field;
  return use;
}

/// A run in one precision; operator() does its parts in order.
template <class P> class FlowRun {
public:
  FlowRun(const FlowContext& c, FlowOutputs& outputs, MemoryMeter& meter)
      : c_(c), outputs_(outputs), meter_(meter), part_(c.partition()), calendar_(c.deck),
        progress_(c.deck.run.progress, c.comm.rank()) {}

  FlowRecord operator()() {
    record_.copies =
        copies_of_ranks<typename P::storage>(c_.comm, part_.nx, part_.ny, c_.deck.grid.nz);
    // This check has fields of its own, so it comes before the flow's are allocated.
    std::vector<Check> operator_checks;
    if (c_.deck.verification.enabled) operator_checks = box_operator_checks<P>(c_);
    record_.setup = timed(c_.comm, "isobar/setup", [&] { parts_.emplace(c_); });
    begin();
    while (record_.ended_by.empty()) step();
    meter_.sample_device();
    verify();
    add_checks(record_.checks, operator_checks);
    outputs_.stage(part_, files(), record_.is_good());
    if (c_.deck.run.kernel_timings && record_.is_good()) time_kernels();
    return std::move(record_);
  }

private:
  FlowStepper<P>& stepper() { return parts_->stepper(); }

  void begin() {
    if (c_.deck.continues()) return go_on_from_restart();
    set_initial_state(c_.deck, stepper());
    begin_watch();
    series_.emplace(c_.deck, stepper());
    series_->add(stepper());
    look_for_an_end();
  }

  void begin_watch() {
    watch_.emplace(c_.deck, stepper());
    watch_->begin(next_length(), record_);
  }

  /// Writes the output that was due when the earlier run ended.
  void go_on_from_restart() {
    const restart::Point from = read_restart(c_, stepper());
    begin_watch();
    outputs_made_ = from.outputs;
    last_output_ = from.has_output ? from.clock.steps : -1;
    const bool is_due = from.clock.steps > 0 && calendar_.is_output_due(from.clock);
    const bool ends_here = !calendar_.ended_by(from.clock).empty();
    series_.emplace(c_.deck, stepper());
    go_on(c_, from, is_due || ends_here, series_->probes, series_->fluxes);
    series_->add(stepper());
    look_for_an_end();
    if (record_.ended_by.empty() && is_due && !from.has_output) publish();
  }

  double next_length() {
    return calendar_.step_length(
        stepper().clock(),
        std::min(stepper().stable_step(c_.deck.time.cfl), watch_->longest_from_rest()));
  }

  void step() {
    const double length = next_length();
    StepReport report;
    const double seconds = timed(c_.comm, "isobar/step", [&] { report = stepper().step(length); });
    (record_.steps == 0 ? record_.first_step : record_.steps_seconds) += seconds;
    ++record_.steps;
    record_.status = std::max(record_.status, report.status);
    record_.pressure.add(report.pressure);
    for (const SolveReport& solve : report.pressure) record_.not_converged += !solve.converged();
    bound_ = divergence_bound(c_.deck, stepper(), length, last_length_, report);
    last_length_ = length;
    watch_->look(record_);
    look_for_an_end();
    if (progress_.is_due())
      print_progress(fmt::format("step {:6d}  time {:.6g}  {} pressure iterations\n",
                                 record_.clock.steps, record_.clock.time,
                                 report.pressure_iterations()));
    if (record_.ended_by.empty() && calendar_.is_output_due(record_.clock)) publish();
    if (!record_.ended_by.empty() && record_.is_good()) series_->add(stepper());
  }

  void look_for_an_end() {
    const std::optional<double>& steady = c_.deck.time.steady_rate;
    record_.ended_by = calendar_.ended_by(record_.clock);
    if (steady && record_.steps > 0 && record_.clock.steps % steps_between_looks == 0 &&
        (record_.change = stepper().rate_of_change()) < *steady)
      record_.ended_by = "steady_rate";
    if (record_.status == StepStatus::unstable) record_.ended_by = "unstable";
    if (record_.status == StepStatus::not_finite) record_.ended_by = "not finite";
    if (record_.interrupted) record_.ended_by = "interrupted";
  }

  void publish() {
    series_->add(stepper());
    last_output_ = record_.clock.steps;
    outputs_.publish(part_, files(), ++outputs_made_);
  }

  restart::Point point() {
    const FlowClock& clock = stepper().clock();
    return {clock, outputs_made_, last_output_ == clock.steps, probe_places(c_.deck)};
  }

  FlowOutputs::FlowFiles files() {
    FlowOutputs::FlowFiles files{series_->probes.text(), series_->fluxes.text(), {}, {}};
    if (!c_.deck.output.vtk.empty() || !c_.deck.output.netcdf.empty()) {
      const CentredFields f = centred_fields(stepper());
      files.fields = {
          {"velocity_x", f.u}, {"velocity_y", f.v}, {"velocity_z", f.w}, {"pressure", f.pressure}};
      if (c_.deck.has_temperature()) files.fields.push_back({"temperature", f.temperature});
    }
    if (record_.status < StepStatus::unstable)
      files.restart = [this](const std::filesystem::path& target) {
        return restart::stage(target, c_.comm, c_.deck, point(), stepper());
      };
    return files;
  }

  void verify() {
    measure(stepper(), record_);
    watch_->end(record_);
    record_.fluxes = series_->wall_fluxes(stepper());
    if (c_.deck.has_temperature()) record_.heat_flux = series_->heat_flux(stepper());
    if (c_.deck.verification.enabled) record_.checks = flow_checks<P>(c_, record_, bound_);
    else {
      record_.checks = state_checks(c_, record_);
      record_.checks.push_back(unverified());
    }
  }

  /// Times the kernels of one more step, whose result is not used.
  void time_kernels() {
    const double length = last_length_ > 0.0 ? last_length_ : next_length();
    KernelTimings timings;
    stepper().step(length);
    timings.stop();
    record_.solve_allocations = timings.allocations();
    record_.solve_deep_copies = timings.deep_copies();
    record_.kernels = kernel_rows(c_.comm, timings, modelled_calls(c_));
  }

  const FlowContext& c_;
  FlowOutputs& outputs_;
  MemoryMeter& meter_;
  Partition part_;
  FlowCalendar calendar_;
  ProgressLines progress_;
  std::optional<FlowParts<P>> parts_;
  std::optional<FlowSeries<P>> series_;
  std::optional<FlowWatch<P>> watch_;
  int outputs_made_ = 0;
  Int64 last_output_ = -1; ///< the number of steps before the last output
  double last_length_ = 0.0, bound_ = 0.0;
  FlowRecord record_;
};

} // namespace

MemoryUse predicted_memory(const FlowDeck& deck, const Decomposition& d,
                           const TransportPlan& transport) {
  return deck.is_poisson() ? predicted_poisson_memory(deck, d, transport)
                           : predicted_flow_memory(deck, d, transport);
}

FlowRecord run_flow(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter) {
  return with_precision(context.deck,
                        [&]<class P>(P) { return FlowRun<P>(context, outputs, meter)(); });
}

} // namespace isobar
