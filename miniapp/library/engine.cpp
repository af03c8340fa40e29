#include "library/engine.hpp"

#include "library/starting_guess.hpp"
#include "setup/solver_setup.hpp"

#include <cmath>

namespace isobar {
namespace {

/// The controls of a correction: tolerance and what a monitor sees are relative to the right-hand side.
SolveControls correction_controls(const SolveControls& all, const GuessNorms& norms, Scale scale) {
  SolveControls controls = all;
  controls.tolerance = all.tolerance * norms.right_side / norms.residual;
  if (all.monitor)
    controls.monitor = [&all, norms, scale](const IterationState& state) {
      const double norm = scale.undone(state.residual_norm);
      return all.monitor({state.iteration, norm, norm / norms.right_side});
    };
  return controls;
}

/// The report of a whole solve from that of its correction.
SolveReport whole_report(const GuessNorms& norms, const SolveReport& correction, Scale scale) {
  SolveReport report{correction.status, correction.iterations, {norms.right_side, norms.residual}};
  for (std::size_t n = 1; n < correction.residual_norms.size(); ++n)
    report.residual_norms.push_back(scale.undone(correction.residual_norms[n]));
  return report;
}

template <class P> class EngineOf final : public Engine {
public:
  explicit EngineOf(const SetupInputs& in) : in_(in), setup_(in) {}

  SolveReport solve(const SolveRequest& request) override {
    const double factor = 1.0 / request.scale.undone(1.0);
    cells_.read_rhs(setup_.order, setup_.grid, request.f, request.kind, setup_.f, factor);
    const SolveReport report = setup_.solver->solve(setup_.f, request.controls);
    cells_.write(setup_.order, setup_.solver->solution(), request.u, request.scale.undone(1.0));
    return report;
  }

  SolveReport solve_from(const SolveRequest& request) override {
    if (!guess_) guess_.emplace(in_, setup_.equation);
    const GuessNorms norms = guess_->read(cells_, request);
    if (norms.right_side == 0.0 || !std::isfinite(norms.right_side)) return solve(request);
    if (!std::isfinite(norms.residual))
      return {SolveStatus::not_finite, 0, {norms.right_side, norms.residual}};
    if (norms.residual <= request.controls.tolerance * norms.right_side)
      return {SolveStatus::converged, 0, {norms.right_side, norms.residual}};
    // As large as the right-hand side, so that a small one does not leave float's exponents.
    const Scale scale{std::ilogb(norms.residual / norms.right_side)};
    setup_.order.from_cells(guess_->residual(), setup_.f, 1.0 / scale.undone(1.0));
    const SolveReport report =
        setup_.solver->solve(setup_.f, correction_controls(request.controls, norms, scale));
    setup_.order.to_cells(setup_.solver->solution(), guess_->correction(), scale.undone(1.0));
    guess_->write_corrected(cells_, request);
    return whole_report(norms, report, scale);
  }

  void update(const Equation& equation) override {
    setup_.update(equation);
    if (guess_) guess_->update(setup_.equation);
  }

  const FactorDistance& factor_distance() const override { return setup_.equation.distance(); }

private:
  SetupInputs in_;
  SolverSetup<P> setup_;
  CellTransfer cells_;
  std::optional<StartingGuess> guess_; ///< of the first solve that has one on
};

} // namespace

std::unique_ptr<Engine> make_engine(const SetupInputs& in) {
  return with_precision(in.deck, [&]<class P>(P) -> std::unique_ptr<Engine> {
    return std::make_unique<EngineOf<P>>(in);
  });
}

} // namespace isobar
