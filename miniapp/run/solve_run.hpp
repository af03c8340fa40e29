#pragma once
#include "run/solve_checks.hpp"
#include "run/timed_solves.hpp"
#include "setup/scaling.hpp"

#include <utility>

namespace isobar {

/// A run that solves one system repeatedly. operator() has its steps in their order, and a problem defines them for its
/// equation. Context has the deck and the communicator; Parts are the solver, as in TimedSolves; Record is a SolveRecord.
template <class Context, class Parts, class Record> class SolveRun {
public:
  virtual ~SolveRun() = default;

  Record operator()() {
    make_right_side();
    controls_ = isobar::scaled(controls_, scale_);
    record_.copies = copies();
    if (is_verified()) record_.checks = operator_checks();
    solve();
    if (is_verified()) verify();
    else record_.checks = {unverified()};
    for (double& norm : record_.solve.residual_norms) norm = scale_.undone(norm);
    stage_outputs();
    return std::move(record_);
  }

protected:
  /// `meter` samples the device when it holds most.
  SolveRun(Context& context, MemoryMeter& meter)
      : c_(context),
        meter_(meter), controls_{asked_tolerance(context.deck.solver),
                                 context.deck.solver.max_iterations,
                                 make_monitor(context.deck.run.progress, context.comm.rank())} {
    controls_.absolute_tolerance = asked_absolute_tolerance(context.deck.solver);
  }

  /// Right-hand side and solution of a rank.
  void make_fields(int nx, int ny, int nz) {
    right_side_ = HostField("isobar right-hand side", ny, nx, nz);
    solution_ = HostField("isobar solution", ny, nx, nz);
  }
  bool is_verified() const { return c_.deck.verification.enabled; }
  /// The demands of the deck on the last solve.
  SolveDemands demands() const { return solve_demands(c_.deck, controls_, record_.solve); }

  /// Fills the right-hand side, divided by its scale.
  virtual void make_right_side() = 0;
  /// Copies of a field as large as those of the solver.
  virtual CopyBandwidth copies() const = 0;
  /// Called before the solver has its memory.
  virtual std::vector<Check> operator_checks() { return {}; }
  virtual void set_up(std::optional<Parts>& parts) = 0;
  virtual ModelledCalls modelled_calls() const = 0;

  /// Solves from setup to the kernels' times.
  virtual void solve() {
    TimedSolves<Parts> solves(
        c_.comm, c_.deck.run, [&](auto& parts) { set_up(parts); }, record_);
    solves.set_up_repeatedly();
    after_setup(solves.parts());
    solves.solve_repeatedly(controls_, right_side_, solution_);
    meter_.sample_device();
    after_solves(solves.parts());
    solves.instrument(controls_, right_side_, modelled_calls());
    after_instrument(solves.parts());
  }
  /// Further work with the solver as it was set up last.
  virtual void after_setup(Parts&) {}
  virtual void after_solves(Parts&) {}
  virtual void after_instrument(Parts&) {}

  /// Adds the checks of the solution.
  virtual void verify() = 0;
  /// Undoes the scale of the fields and stages them.
  virtual void stage_outputs() = 0;

  Context& c_;
  MemoryMeter& meter_;
  SolveControls controls_;
  HostField right_side_, solution_; ///< both divided by their scale until they are written
  Scale scale_;                     ///< for right-hand sides and residuals
  Record record_;
};

} // namespace isobar
