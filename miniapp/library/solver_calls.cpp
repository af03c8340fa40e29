#include "library/argument_agreement.hpp"
#include "library/cell_checks.hpp"
#include "library/solver_deck.hpp"
#include "library/solver_impl.hpp"
#include "pressure/setup/solve_controls.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

std::vector<CellsIn> read_only(BlocksOut cells) { return {cells.begin(), cells.end()}; }

} // namespace

SolveReport PressureSolver::Impl::solve(BlocksIn f, BlocksOut u, RightSide kind, bool from_guess) {
  const CallUnderWay call = begin_call();
  const std::vector<CellsIn> guess = read_only(u);
  const Scale scale = examine(from_guess ? "solve_from" : "solve", kind,
                              {{"f", f, Access::right_side}, {"u", guess, Access::written}});
  means_.removed = 0.0;
  const SolveRequest request{f,
                             guess,
                             u,
                             kind,
                             scale,
                             controls(scale),
                             is_singular(engine_->equation().spec()) ? &means_ : nullptr};
  SolveReport report = from_guess ? engine_->solve_from(request) : engine_->solve(request);
  end_with_callers_exception(report);
  if (from_guess && report.status == SolveStatus::not_finite) refuse_not_finite("u", guess);
  for (double& norm : report.residual_norms) norm = scale.undone(norm);
  return report;
}

void PressureSolver::Impl::apply(BlocksIn u, BlocksOut image, RightSide kind) {
  const CallUnderWay call = begin_call();
  const Scale scale = examine(
      "apply", kind, {{"u", u, Access::read}, {"image", read_only(image), Access::written}});
  engine_->operator_calls(scale).apply(u, image, kind);
  kept_->rethrow(comm_or_null());
}

double PressureSolver::Impl::residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind) {
  const CallUnderWay call = begin_call();
  const Scale scale = examine(
      "residual", kind,
      {{"f", f, Access::right_side}, {"u", u, Access::read}, {"r", read_only(r), Access::written}});
  const double norm = engine_->operator_calls(scale).residual(f, u, r, kind);
  kept_->rethrow(comm_or_null());
  return norm;
}

void PressureSolver::Impl::diagonal(BlocksOut d, RightSide kind) {
  const CallUnderWay call = begin_call();
  const Scale scale = examine("diagonal", kind, {{"d", read_only(d), Access::written}});
  engine_->operator_calls(scale).diagonal(d, kind);
}

void PressureSolver::Impl::set_options(const std::string& sections) {
  const CallUnderWay call = begin_call();
  if (comm_) require_same_options(*comm_, sections);
  change_options(levels_->deck, grid_, sections_, sections);
}

void PressureSolver::Impl::set_monitor(std::function<bool(const IterationState&)> monitor) {
  const CallUnderWay call = begin_call();
  monitor_ = std::move(monitor);
}

void PressureSolver::Impl::require_engine() const {
  if (!engine_)
    throw std::logic_error("this solver has ended with MPI or Kokkos; expected no call after "
                           "MPI_Finalize or Kokkos::finalize");
}

CallUnderWay PressureSolver::Impl::begin_call() {
  if (is_called_)
    throw std::logic_error("a solver is called in a function that it calls itself; expected "
                           "questions only");
  require_engine();
  return CallUnderWay(is_called_);
}

void PressureSolver::Impl::end_with_callers_exception(const SolveReport& report) {
  const bool may_be = report.stop_asked || report.status == SolveStatus::not_finite ||
                      report.status == SolveStatus::breakdown;
  if (may_be) kept_->rethrow(comm_or_null());
}

void PressureSolver::Impl::refuse_not_finite(const char* name, BlocksIn cells) {
  on_all_ranks([&] { return line_about_numbers(name, cells, blocks_); });
}

Scale PressureSolver::Impl::examine(const char* call, RightSide kind,
                                    const std::vector<NamedCells>& cells) {
  if (cells_) cells_->start_count();
  std::string problem = right_side_problem(kind);
  for (const NamedCells& c : cells)
    if (problem.empty()) problem = shape_problem(c.name, c.cells, blocks_, grid_.nz, rank());
  for (const NamedCells& c : cells)
    if (problem.empty() && c.access == Access::written)
      problem = written_problem(c.name, c.cells, rank());
  CallOfRanks all{0.0, !problem.empty()};
  for (const NamedCells& c : cells) {
    if (problem.empty() && c.access != Access::written)
      all.largest = std::max(all.largest, largest(c.cells));
    if (problem.empty() && c.access == Access::right_side)
      all.largest = std::max(all.largest, engine_->largest_boundary_term(kind));
  }
  if (comm_) all = require_same_call(*comm_, call, kind, all);
  if (all.is_refused) throw InputError(comm_ ? comm_->first_text(problem) : problem);
  for (const NamedCells& c : cells)
    if (c.access != Access::written && !std::isfinite(all.largest))
      refuse_not_finite(c.name, c.cells);
  constexpr int exponents = 1000; // the inverse is finite, too
  return {std::clamp(scale_of(all.largest).exponent, -exponents, exponents)};
}

SolveControls PressureSolver::Impl::controls(Scale scale) const {
  const deck::Solver& s = levels_->deck.solver;
  SolveControls controls{s.tolerance, s.max_iterations, {}};
  take_stopping(controls, s);
  controls = scaled(controls, scale);
  if (monitor_)
    controls.monitor = [this, scale](const IterationState& state) {
      return asks_to_stop(
          {state.iteration, scale.undone(state.residual_norm), state.relative_residual});
    };
  return controls;
}

bool PressureSolver::Impl::asks_to_stop(const IterationState& state) const {
  bool stop = true;
  if (kept_->empty()) kept_->runs([&] { stop = monitor_(state); });
  return stop;
}

} // namespace isobar
