#include "library/engine.hpp"

#include "library/boundary_terms.hpp"
#include "library/starting_guess.hpp"
#include "pressure/setup/solver_setup.hpp"

#include <cmath>
#include <utility>

namespace isobar {
namespace {

/// A solve from a guess: it corrects u until the residual of u itself meets the tolerance.
/// The residual of a correction is small and says nothing about the digits of u.
class GuessedSolve {
public:
  GuessedSolve(const SolveControls& controls, const GuessNorms& norms)
      : controls_(controls),
        norms_(norms), report_{SolveStatus::not_converged, 0, {norms.right_side, norms.residual}} {
    judge();
  }
  bool finished() const { return finished_; }
  SolveReport report() && { return std::move(report_); }

  /// The divisor of the residual. It makes the residual as large as
  /// the right-hand side, within the range of float's exponents.
  Scale scale() const { return {std::ilogb(norms_.residual / norms_.right_side)}; }

  /// The controls of the next correction. Its tolerance and the
  /// monitor's numbers are relative to the right-hand side.
  SolveControls correction_controls() const {
    SolveControls controls = controls_.of_correction(
        report_.iterations, norms_.residual / norms_.right_side, scale().undone(1.0));
    if (controls_.monitor)
      controls.monitor = [this, before = report_.iterations,
                          scale = scale()](const IterationState& state) {
        const double norm = scale.undone(state.residual_norm);
        return controls_.monitor({before + state.iteration, norm, norm / norms_.right_side});
      };
    return controls;
  }

  /// Records a correction in numbers divided by `scale`. `residual`
  /// is the norm of the residual of the u that it has led to.
  void record(const SolveReport& correction, Scale scale, double residual) {
    report_.iterations += correction.iterations;
    report_.stop_asked |= correction.stop_asked;
    for (std::size_t n = 1; n < correction.residual_norms.size(); ++n)
      report_.residual_norms.push_back(scale.undone(correction.residual_norms[n]));
    report_.residual_norms.back() = residual;
    unchanged_ =
        residual < ConvergenceTest::progress_of_truth * norms_.residual ? 0 : unchanged_ + 1;
    norms_.residual = residual;
    judge();
    const bool was_enough = correction.converged() || correction.status == SolveStatus::stagnated;
    if (!finished_ && !was_enough) end(correction.status);
    if (!finished_ && unchanged_ >= ConvergenceTest::patience_with_truth)
      end(SolveStatus::stagnated);
  }

private:
  void judge() {
    if (!std::isfinite(norms_.residual)) end(SolveStatus::not_finite);
    else if (controls_.rule().is_met(norms_.residual, norms_.right_side, report_.iterations))
      end(SolveStatus::converged);
    else finished_ = report_.iterations >= controls_.max_iterations;
  }
  void end(SolveStatus status) {
    report_.status = status;
    finished_ = true;
  }

  const SolveControls& controls_;
  GuessNorms norms_;
  SolveReport report_;
  int unchanged_ = 0; ///< consecutive corrections without progress
  bool finished_ = false;
};

template <class P> class EngineOf final : public Engine {
public:
  EngineOf(const SetupInputs& in, std::shared_ptr<BlockCells> blocks)
      : in_(in), setup_(in), cells_(std::move(blocks), boundary_) {}

  SolveReport solve(const SolveRequest& request) override {
    const double factor = 1.0 / request.scale.undone(1.0);
    cells_.read_rhs(setup_.order, setup_.grid, request.f, request.kind, setup_.f, factor);
    if (request.means)
      request.means->removed =
          request.scale.undone(constants().make_solvable(setup_.f, request.means->asked));
    const SolveReport report = setup_.solver->solve(setup_.f, request.controls);
    if (request.means) constants().make_unique(setup_.solver->solution());
    cells_.write(setup_.order, setup_.solver->solution(), request.u, request.scale.undone(1.0));
    return report;
  }

  SolveReport solve_from(const SolveRequest& request) override {
    StartingGuess guess(whole_operator());
    const GuessNorms norms = guess.read(cells_, request);
    if (norms.right_side == 0.0 || !std::isfinite(norms.right_side)) return solve(request);
    GuessedSolve solve(request.controls, norms);
    bool corrected = false;
    for (; !solve.finished(); corrected = true) {
      const Scale scale = solve.scale();
      for (const auto& some : guess.residual())
        setup_.order.from_cells(some.cells.read_only(), setup_.f, 1.0 / scale.undone(1.0), some.at);
      if (request.means) constants().make_solvable(setup_.f, true); // the mean is rounding error
      const SolveReport correction = setup_.solver->solve(setup_.f, solve.correction_controls());
      for (const auto& some : guess.residual())
        setup_.order.to_cells(setup_.solver->solution(), some.cells, scale.undone(1.0), some.at);
      solve.record(correction, scale, guess.correct());
    }
    if (corrected || (request.means && std::isfinite(norms.residual))) guess.write(cells_, request);
    return std::move(solve).report();
  }

  void update(const Equation& equation) override {
    setup_.update(equation);
    if (whole_) whole_->update(setup_.equation);
    boundary_.update(setup_.equation);
  }

  void set_boundary(std::shared_ptr<const BoundaryNumbers> numbers) override {
    boundary_.set(std::move(numbers), setup_.equation);
  }
  double largest_boundary_term(RightSide kind) const override { return boundary_.largest(kind); }

  OperatorCalls operator_calls(Scale scale) override { return {whole_operator(), cells_, scale}; }

  const EvaluatedEquation& equation() const override { return setup_.equation; }

private:
  WholeOperator& whole_operator() {
    if (!whole_) whole_.emplace(in_, setup_.equation);
    return *whole_;
  }

  NullSpace<P> constants() { return {setup_.grid, setup_.communicators->on(0)}; }

  SetupInputs in_;
  SolverSetup<P> setup_;
  BoundaryTerms boundary_;
  CellTransfer cells_;
  std::optional<WholeOperator> whole_; ///< made by the first call that needs it
};

} // namespace

std::unique_ptr<Engine> make_engine(const SetupInputs& in, std::shared_ptr<BlockCells> blocks) {
  return with_precision(in.deck, [&]<class P>(P) -> std::unique_ptr<Engine> {
    return std::make_unique<EngineOf<P>>(in, std::move(blocks));
  });
}

} // namespace isobar
