#include "pressure/run/pressure_run.hpp"

#include "pressure/run/run_controls.hpp"
#include "pressure/run/run_right_side.hpp"
#include "pressure/run/sequence_run.hpp"
#include "run/solve_run.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

namespace isobar {
namespace {

/// Whether a kernel runs on all layers of the finest level, in a solver by modes.
/// Multigrid on some of the modes uses the same kernel names, and is not modelled.
bool has_all_layers(const Deck& deck, const KernelTraffic& t) {
  const bool takes_residuals = deck.solver.method == deck::Method::modes;
  return t.words == Words::outer || (takes_residuals && t.name.starts_with("residual"));
}

/// A run in one precision: of one system, or of a sequence of them.
template <class P>
class PressureRun final : public SolveRun<const RunContext, SolverSetup<P>, RunResult> {
  using Base = SolveRun<const RunContext, SolverSetup<P>, RunResult>;
  using Base::c_, Base::meter_, Base::controls_, Base::right_side_, Base::solution_, Base::scale_,
      Base::record_;

public:
  PressureRun(const RunContext& c, Outputs& outputs, MemoryMeter& meter)
      : Base(c, meter), outputs_(outputs), part_(c.decomposition.partition().in_host_order()) {
    take_asked_stopping(controls_, c.deck.solver);
    this->make_fields(part_.nx, part_.ny, c.deck.grid.nz);
  }

private:
  bool is_sequence() const { return c_.deck.sequence.is_given(); }

  void make_right_side() override {
    if (is_sequence()) return; // each step of it has its own
    scale_ = fill_run_right_side(c_, c_.deck, right_side_);
  }

  CopyBandwidth copies() const override {
    return copies_of_ranks<typename P::storage>(c_.comm, part_.nx, part_.ny, c_.deck.grid.nz);
  }

  std::vector<Check> operator_checks() override { return isobar::operator_checks<P>(c_); }

  void set_up(std::optional<SolverSetup<P>>& setup) override { setup.emplace(c_.setup_inputs()); }

  void solve() override {
    if (!is_sequence()) return Base::solve();
    SequenceRun<P> sequence(c_, controls_, meter_, right_side_, solution_, record_);
    sequence();
    sequence.instrument(modelled_calls());
  }

  void after_setup(SolverSetup<P>& setup) override {
    for (int n = 0; n < c_.deck.run.repeats; ++n)
      record_.update.samples.push_back(
          timed(c_.comm, "isobar/update", [&] { setup.update(c_.equation); }));
    reduce_over_ranks(c_.comm, record_.update);
    record_.distance = setup.equation.distance();
  }

  /// The bytes that kernels must move, on the levels of this run.
  ModelledCalls modelled_calls() const override {
    return [&deck = c_.deck,
            levels = levels_of_run(c_.deck, c_.decomposition)](const KernelTraffic& t, int level) {
      if (deck.uses_modes() && (level > 0 || !has_all_layers(deck, t))) return ModelledCall{0.0, 0};
      const Int64 layers = deck.layer_counts().on(t.all_layers ? 0 : level);
      const LevelOfRun& l = levels[std::size_t(level)];
      return ModelledCall{
          modelled_bytes(t.kernel, l.computed * layers, word_bytes(deck, t.kernel, level)),
          l.ranks};
    };
  }

  void verify() override {
    if (is_sequence()) add_checks(record_.checks, known_problems<P>(c_.deck));
    else
      record_.put_first(solution_checks<P>(c_, controls_, record_.solve, right_side_, solution_));
  }

  void check_convergence() override {
    if (!is_sequence()) Base::check_convergence(); // else SequenceRun has checked all steps
  }

  void stage_outputs() override {
    for (const HostField* field : {&right_side_, &solution_}) scale_.undo(*field);
    outputs_.stage(part_, right_side_, solution_, record_.reached_tolerance());
  }

  Outputs& outputs_;
  Partition part_;
};

} // namespace

RunResult run(const RunContext& context, Outputs& outputs, MemoryMeter& meter) {
  return with_precision(context.deck,
                        [&]<class P>(P) { return PressureRun<P>(context, outputs, meter)(); });
}

} // namespace isobar
