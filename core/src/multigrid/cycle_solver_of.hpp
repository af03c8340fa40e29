#pragma once
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>

#include <algorithm>
#include <utility>

/// The functions of CycleSolverOf, for sources that instantiate it for a kind of levels.
namespace isobar {

inline std::vector<Level*> all_levels(Level* finest,
                                      const std::vector<std::unique_ptr<Level>>& coarser) {
  std::vector<Level*> all{finest};
  for (const std::unique_ptr<Level>& level : coarser) all.push_back(level.get());
  return all;
}

template <class Finest>
CycleSolverOf<Finest>::CycleSolverOf(HierarchyOf<Finest> levels, const CycleOptions& options)
    : finest_(std::move(levels.finest)), coarser_(std::move(levels.coarser)),
      cycle_(all_levels(finest_.get(), coarser_), finest_->communicator(), options) {}

template <class Finest>
SolveReport CycleSolverOf<Finest>::solve(const Vector& f, const SolveControls& controls,
                                         Guess from) {
  finest_->set_rhs(f);
  Ranks& ranks = finest_->communicator();
  const double rhs_norm = norm_over_ranks(ranks, Blas<T>::dot(f, f));
  std::optional<double> start_norm;
  if (from == Guess::current) {
    finest_->exchange();
    start_norm = norm_over_ranks(ranks, finest_->residual_norm_squared());
  }
  const auto iterate = [&](ConvergenceTest& test) {
    cycle_.run(std::exchange(from, Guess::current));
    if (!test.skip_norm()) test.record_over_ranks(ranks, finest_->residual_norm_between_cycles());
  };
  SolveReport report = solve_loop(controls, rhs_norm, iterate, Decrease::steady, start_norm);
  finest_->end_cycles();
  if (from == Guess::zero) Blas<T>::set_zero(finest_->u()); // no cycle was run
  return report;
}

template <class Finest>
const typename CycleSolverOf<Finest>::Vector&
CycleSolverOf<Finest>::cycles(const Vector& f, int count, int before, Guess from) {
  finest_->set_rhs(f, before);
  for (int n = 0; n < count; ++n) cycle_.run(n == 0 ? from : Guess::current);
  return solution();
}

template <class Finest> bool CycleSolverOf<Finest>::records() const {
  return finest_->records() &&
         std::ranges::all_of(coarser_, [](const auto& level) { return level->records(); });
}

} // namespace isobar
