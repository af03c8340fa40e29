#pragma once
#include "run/solve_checks.hpp"
#include "run/timed_solves.hpp"
#include "setup/scaling.hpp"

#include <utility>

namespace isobar {

/// A run that solves one system repeatedly. operator() has the steps in their order; a problem defines the steps for its
/// equation. Context has the deck and the communicator; Parts is the solver, as in TimedSolves; Record is a SolveRecord.
template <class Context, class Parts, class Record> class SolveRun {
public:
  virtual ~SolveRun() = default;

  Record operator()() {
    make_right_side();
    controls_ = isobar::scaled(controls_, scale_);
    record_.copies = copies();
    if (is_verified()) record_.checks = operator_checks();
    solve();
    if (is_verified()) {
      verify();
    } else {
      check_convergence();
      record_.checks.push_back(unverified());
    }
    for (double& norm : record_.solve.residual_norms) norm = scale_.undone(norm);
    stage_outputs();
    return std::move(record_);
  }

protected:
  /// `meter` samples the device when the device holds most.
  SolveRun(Context& context, MemoryMeter& meter)
      : c_(context),
        meter_(meter), controls_{asked_tolerance(context.deck.solver),
                                 context.deck.solver.max_iterations,
                                 make_monitor(context.deck.run.progress, context.comm.rank())} {
    controls_.absolute_tolerance = asked_absolute_tolerance(context.deck.solver);
  }

  /// Allocates right-hand side and solution of a rank.
  void make_fields(int nx, int ny, int nz) {
    right_side_ = HostField("isobar right-hand side", ny, nx, nz);
    solution_ = HostField("isobar solution", ny, nx, nz);
  }
  bool is_verified() const { return c_.deck.verification.enabled; }
  /// The deck's demands on the last solve.
  SolveDemands demands() const { return solve_demands(c_.deck, controls_, record_.solve); }

  /// Fills the right-hand side and divides it by its scale.
  virtual void make_right_side() = 0;
  /// Measures copies of a field as large as the solver's fields.
  virtual CopyBandwidth copies() const = 0;
  /// Checks the operator, before the solver allocates its memory.
  virtual std::vector<Check> operator_checks() { return {}; }
  virtual void set_up(std::optional<Parts>& parts) = 0;
  virtual ModelledCalls modelled_calls() const = 0;

  /// Sets up, solves, and times kernels and energy.
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
  /// Work after the setups, with the solver that was set up last.
  virtual void after_setup(Parts&) {}
  virtual void after_solves(Parts&) {}
  virtual void after_instrument(Parts&) {}

  /// Adds the checks of the solution.
  virtual void verify() = 0;
  /// Adds the checks that a run without verification has too: that the solves have converged.
  virtual void check_convergence() {
    if (record_.interrupted) return;
    add_checks(record_.checks, isobar::check_convergence(demands(), record_.solve));
  }
  /// Undoes the scale of the fields and stages them.
  virtual void stage_outputs() = 0;

  Context& c_;
  MemoryMeter& meter_;
  SolveControls controls_;
  HostField right_side_, solution_; ///< both divided by their scale until they are written
  Scale scale_;                     ///< the scale of right-hand sides and residuals
  Record record_;
};

} // namespace isobar
