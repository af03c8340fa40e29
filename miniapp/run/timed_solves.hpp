#pragma once
#include "deck/deck_shared.hpp"
#include "energy/energy_meter.hpp"
#include "run/kernel_timings.hpp"
#include "run/progress.hpp"
#include "run/statistics.hpp"
#include "run/timed.hpp"

#include <isobar/core/grid/host_order.hpp>

#include <functional>
#include <optional>

namespace isobar {

/// Times a solver's setups and solves, in the same way for all programs. Parts is the solver with all objects to
/// which it refers. Its functions are put(right_side), solve(controls) and get(solution), with fields in host order.
template <class Parts> class TimedSolves {
public:
  using SetUp = std::function<void(std::optional<Parts>&)>;

  /// `set_up` makes the solver in an empty optional.
  TimedSolves(const MpiComm& comm, const deck::Run& run, SetUp set_up, SolveRecord& record)
      : comm_(comm), run_(run), set_up_(std::move(set_up)), record_(record) {}

  Parts& parts() { return *parts_; }

  /// Times the setups. The first one is recorded apart,
  /// because it also loads what libraries load once.
  void set_up_repeatedly() {
    for (int n = 0; n <= run_.repeats; ++n) {
      parts_.reset();
      const double seconds = timed(comm_, "isobar/setup", [&] { set_up_(parts_); });
      if (n == 0) record_.first_setup = seconds;
      else record_.setup.samples.push_back(seconds);
    }
  }

  void solve_repeatedly(const SolveControls& controls, const HostField& right_side,
                        const HostField& solution) {
    for (int n = -run_.warmup; n < run_.repeats && !record_.interrupted; ++n)
      solve_once(controls, right_side, solution, n < 0);
    for (Timing* t : {&record_.setup, &record_.transpose, &record_.solving, &record_.total})
      reduce_over_ranks(comm_, *t);
  }

  /// Measures kernels and energy after the repeats, in additional solves, unless run.kernel_timings is off.
  void instrument(const SolveControls& controls, const HostField& right_side,
                  const ModelledCalls& modelled) {
    record_.energy.reason = run_.kernel_timings ? "interrupted" : "run.kernel_timings is false";
    if (record_.interrupted || !run_.kernel_timings) return;
    time_kernels(controls, right_side, modelled);
    if (!record_.interrupted) measure_energy(controls, right_side);
  }

  /// Sets up and solves once more, with the parts of the setup and the kernels of the solve fenced.
  void time_kernels(const SolveControls& controls, const HostField& right_side,
                    const ModelledCalls& modelled) {
    {
      parts_.reset();
      KernelTimings parts(KernelTimings::Listen::setup_parts);
      set_up_(parts_);
      parts.stop();
      record_.setup_parts = setup_parts(comm_, parts);
    }
    parts_->put(right_side);
    KernelTimings timings;
    record_.interrupted = parts_->solve(controls).status == SolveStatus::interrupted;
    timings.stop();
    record_.solve_allocations = timings.allocations();
    record_.solve_deep_copies = timings.deep_copies();
    record_.kernels = kernel_rows(comm_, timings, modelled);
  }

  /// Solves again and again without a pause, for as long as counters of energy need. Between the timed solves the host works
  /// and a device waits, for longer than a short solve takes. `counters` are those of this rank. The solver must be set up.
  void measure_energy(const SolveControls& controls, const HostField& right_side,
                      EnergyCounters counters = energy_counters_of_rank()) {
    EnergyMeter meter(comm_, std::move(counters));
    record_.energy = meter.without_numbers();
    if (!meter.can_read()) return;
    parts_->put(right_side);
    const int solves = solves_to_measure(record_.solving.median());
    meter.start();
    const double seconds = timed(comm_, "isobar/energy", [&] {
      for (int n = 0; n < solves && !record_.interrupted; ++n)
        record_.interrupted = parts_->solve(controls).status == SolveStatus::interrupted;
    });
    record_.energy = meter.stop(seconds, solves);
    if (record_.interrupted) record_.energy.reason = "interrupted";
  }

private:
  /// Solves once, from the right-hand side on the host to the solution on the host. A
  /// warmup is not timed, unless it is interrupted, because no other solve follows then.
  void solve_once(const SolveControls& controls, const HostField& right_side,
                  const HostField& solution, bool warmup) {
    const double in = timed(comm_, "isobar/transpose", [&] { parts_->put(right_side); });
    const double solve =
        timed(comm_, "isobar/solve", [&] { record_.solve = parts_->solve(controls); });
    const double out = timed(comm_, "isobar/transpose", [&] { parts_->get(solution); });
    record_.interrupted =
        record_.solve.status == SolveStatus::interrupted || any_rank(comm_, signal_received());
    if (warmup && !record_.interrupted) return;
    record_.transpose.samples.push_back(in + out);
    record_.solving.samples.push_back(solve);
    record_.total.samples.push_back(in + solve + out);
  }

  const MpiComm& comm_;
  const deck::Run& run_;
  SetUp set_up_;
  SolveRecord& record_;
  std::optional<Parts> parts_;
};

} // namespace isobar
