#pragma once
#include "pressure/problem/problem.hpp"
#include "pressure/problem/time_steps.hpp"
#include "pressure/run/pressure_checks.hpp"
#include "pressure/run/pressure_result.hpp"
#include "pressure/run/sequence_records.hpp"
#include "pressure/setup/solver_setup.hpp"
#include "run/timed_solves.hpp"
#include "setup/scaling.hpp"

namespace isobar {

/// A sequence of time steps in precision P, repeated. One setup comes first, then for each step an
/// update to its physics and a solve of its right-hand side. Each repeat verifies the solution of
/// one step, in turn, after the solver is freed. So timed solutions are verified, and memory for
/// one system is enough. The right-hand side of that step comes from the host, and its
/// transposition is timed. The right-hand sides of other steps are made where they are used.
template <class P> class SequenceRun {
public:
  /// The two fields are memory for the right-hand side and the solution of a step.
  SequenceRun(const RunContext& c, const SolveControls& controls, MemoryMeter& meter,
              const HostField& right_side, const HostField& solution, RunResult& result)
      : c_(c), controls_(controls), meter_(meter), right_side_(right_side), solution_(solution),
        result_(result) {
    for (int step = 0; step < c.deck.sequence.steps; ++step) {
      decks_.push_back(deck_of_step(c.deck, step));
      equations_.push_back(equation_of(decks_.back()));
      rows_.push_back(right_side_rows(decks_.back(), c.decomposition.partition().in_host_order()));
    }
    scales_.resize(decks_.size());
    result_.steps = step_records(decks_);
    result_.steps_per_setup = c.deck.sequence.steps_per_setup;
  }

  void operator()() {
    const deck::Run& run = c_.deck.run;
    for (int n = -run.warmup; !result_.interrupted && !enough(n); ++n) repeat(n);
    reduce_sequence(c_.comm, result_);
    result_.clocks = worst_clocks(c_.comm, result_.clocks);
    add_step_checks(result_, c_.deck.verification.enabled);
  }

  /// Solves the first step's system some more times, as TimedSolves::instrument does.
  void instrument(const ModelledCalls& modelled) {
    TimedSolves<SolverSetup<P>> solves(
        c_.comm, c_.deck.run, [&](auto& place) { set_up(place); }, result_);
    fill(0);
    solves.instrument(controls_of(0), right_side_, modelled);
  }

private:
  int steps() const { return int(decks_.size()); }
  /// The clocks that time a counted part; null for other parts.
  ClockTimes* clocks(bool counted) { return counted ? &result_.clocks : nullptr; }

  /// Whether the repeats so far are enough; the same on all ranks.
  bool enough(int n) const {
    return n >= c_.deck.run.repeats &&
           largest_of_ranks(c_.comm, seconds_of_parts(result_)) >= c_.deck.sequence.least_seconds;
  }

  void repeat(int n) {
    const int verified = (n + c_.deck.run.warmup) % steps();
    const bool counted = n >= 0;
    const double setup = timed(
        c_.comm, "isobar/setup", [&] { set_up(parts_); }, clocks(counted));
    if (n == -c_.deck.run.warmup) result_.first_setup = setup;
    if (counted) result_.setup.samples.push_back(setup);
    SolveReport of_verified;
    for (int step = 0; step < steps() && !result_.interrupted; ++step) {
      if (step > 0) update(step, counted);
      if (step == verified) put(step);
      else make(step);
      solve_step(step, counted);
      if (step == verified) of_verified = get(counted);
    }
    meter_.sample_device();
    result_.distance = parts_->equation.distance();
    parts_.reset();
    if (!result_.interrupted && c_.deck.verification.enabled) verify(verified, of_verified);
  }

  void set_up(std::optional<SolverSetup<P>>& place) {
    SetupInputs inputs = c_.setup_inputs();
    inputs.equation = equations_.front();
    place.emplace(inputs);
  }

  /// Fills the host's field with the step's right-hand side. Its scale is determined once, as a device reads all of the field for it.
  void fill(int step) {
    if (filled_ == step) return;
    filled_ = step;
    fill_all_rows(rows_[std::size_t(step)], right_side_);
    if (auto& scale = scales_[std::size_t(step)]) scale->apply(right_side_);
    else scale = normalise(c_.comm, right_side_);
  }

  /// Passes the step's right-hand side from the host to the solver.
  void put(int step) {
    fill(step);
    put_seconds_ = timed(c_.comm, "isobar/transpose", [&] { parts_->put(right_side_); });
  }

  /// Makes the step's right-hand side in the solver's memory: the same numbers, as the scale is a power of two.
  void make(int step) {
    if (!scales_[std::size_t(step)]) fill(step);
    if (on_host) filled_ = none_filled;
    parts_->make(rows_[std::size_t(step)], right_side_,
                 1.0 / scales_[std::size_t(step)]->undone(1.0));
  }

  /// The controls of a step's solve, once its right-hand side is filled.
  SolveControls controls_of(int step) const {
    return scaled(controls_, *scales_[std::size_t(step)]);
  }

  /// Updates to the physics of a step after the first one, whose physics are those of the setup.
  void update(int step, bool counted) {
    const Equation& equation = equations_[std::size_t(step)];
    const double update = timed(
        c_.comm, "isobar/update", [&] { parts_->update(equation); }, clocks(counted));
    if (counted) result_.update.samples.push_back(update);
  }

  void solve_step(int step, bool counted) {
    SolveReport& report = result_.solve;
    const SolveControls controls = controls_of(step);
    const double solve = timed(
        c_.comm, "isobar/solve", [&] { report = parts_->solve(controls); }, clocks(counted));
    if (counted) result_.solving.samples.push_back(solve);
    result_.interrupted =
        report.status == SolveStatus::interrupted || any_rank(c_.comm, signal_received());
    record_solve(result_.steps[std::size_t(step)], solve_demands(c_.deck, controls, report),
                 report);
  }

  /// Solves. A solution to be verified stays in its field until the repeat is over.
  SolveReport get(bool counted) {
    const double get = timed(c_.comm, "isobar/transpose", [&] { parts_->get(solution_); });
    if (counted) result_.transpose.samples.push_back(put_seconds_ + get);
    if (counted)
      result_.total.samples.push_back(put_seconds_ + get + result_.solving.samples.back());
    return result_.solve;
  }

  void verify(int step, const SolveReport& solve) {
    const Deck& deck = decks_[std::size_t(step)];
    fill(step);
    MpiCommunicators<double> communicators(c_.comm, c_.decomposition, deck.grid.nz,
                                           c_.transport.plan);
    const EvaluatedEquation equation(equations_[std::size_t(step)], c_.decomposition.partition(),
                                     &c_.comm);
    record_truth(result_.steps[std::size_t(step)],
                 check_true_residual(deck, equation, solve_demands(deck, controls_of(step), solve),
                                     solve, right_side_, solution_, communicators.on(0)));
  }

  const RunContext& c_;
  const SolveControls& controls_;
  MemoryMeter& meter_;
  HostField right_side_, solution_;
  RunResult& result_;
  std::vector<Deck> decks_;
  std::vector<Equation> equations_;
  std::vector<MakeRows> rows_;               ///< of the steps' right-hand sides
  std::vector<std::optional<Scale>> scales_; ///< of the steps whose right-hand side has been filled
  std::optional<SolverSetup<P>> parts_;
  static constexpr int none_filled = -1;
  int filled_ = none_filled; ///< the step whose right-hand side the host's field has
  double put_seconds_ = 0.0;
};

} // namespace isobar
