#include "pressure/run/method_measurement.hpp"

#include "pressure/problem/time_steps.hpp"
#include "pressure/run/run_controls.hpp"
#include "pressure/run/run_right_side.hpp"
#include "pressure/setup/solver_setup.hpp"
#include "run/progress.hpp"
#include "run/solve_checks.hpp"
#include "run/statistics.hpp"
#include "run/timed.hpp"

#include <algorithm>

namespace isobar {
namespace {

constexpr int timed_solves = 3;

/// The deck of the run, or the decks of the first two time steps.
std::vector<Deck> first_decks(const RunContext& c) {
  if (!c.deck.sequence.is_given()) return {c.deck};
  std::vector<Deck> decks;
  for (int step = 0; step < std::min(c.deck.sequence.steps, 2); ++step)
    decks.push_back(deck_of_step(c.deck, step));
  return decks;
}

/// A candidate in precision P.
template <class P> class MethodTrial {
public:
  explicit MethodTrial(const RunContext& c) : c_(c), decks_(first_decks(c)), f_(field_of(c)) {}

  void operator()(std::vector<MethodCandidate>& candidates, std::size_t which) {
    MethodCandidate& candidate = candidates[which];
    MethodTimes times;
    const SolveControls controls =
        scaled(controls_of(c_), fill_run_right_side(c_, decks_.front(), f_));
    if (c_.deck.sequence.is_given()) set_up(); // loads libraries, which happens once
    times.setup = slowest([&] { set_up(); });
    if (decks_.size() > 1) times.update = update();
    parts_->put(f_);
    std::vector<double> samples;
    for (int n = 0; n < 1 + timed_solves; ++n) { // the first one is a warmup
      SolveReport report;
      samples.push_back(slowest([&] { report = parts_->solve(controls); }));
      times.iterations = report.iterations;
      if (!report.converged()) {
        candidate.left_out = "not solved in a measurement: " + outcome_line(report);
        return;
      }
      if (n == 0 && is_far_behind(samples.front(), candidates)) break;
    }
    times.solve =
        samples.size() == 1 ? samples.front() : median({samples.begin() + 1, samples.end()});
    candidate.measured = times;
  }

private:
  static SolveControls controls_of(const RunContext& c) {
    const deck::Solver& s = c.deck.solver;
    SolveControls controls{asked_tolerance(s), s.max_iterations,
                           make_monitor(c.deck.run.progress, c.comm.rank())};
    take_asked_stopping(controls, s);
    return controls;
  }
  static HostField field_of(const RunContext& c) {
    const Partition part = c.decomposition.partition().in_host_order();
    return HostField("isobar right-hand side", part.ny, part.nx, c.deck.grid.nz);
  }
  Equation equation_of_step(std::size_t step) const {
    return c_.deck.sequence.is_given() ? equation_of(decks_[step]) : c_.equation;
  }
  template <class Work> double slowest(const Work& work) const {
    return largest_of_ranks(c_.comm, timed(c_.comm, "isobar/method", work));
  }

  void set_up() {
    parts_.reset();
    SetupInputs inputs = c_.setup_inputs();
    inputs.equation = equation_of_step(0);
    parts_.emplace(inputs);
  }
  /// Updates to the second step and back.
  double update() {
    const Equation first = equation_of_step(0), second = equation_of_step(1);
    parts_->update(second);
    return slowest([&] { parts_->update(first); });
  }

  const RunContext& c_;
  std::vector<Deck> decks_;
  HostField f_;
  std::optional<SolverSetup<P>> parts_;
};

} // namespace

void measure_method(const RunContext& c, std::vector<MethodCandidate>& candidates,
                    std::size_t which) {
  with_precision(c.deck, [&]<class P>(P) { MethodTrial<P>{c}(candidates, which); });
}

} // namespace isobar
