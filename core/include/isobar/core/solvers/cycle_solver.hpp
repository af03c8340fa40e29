#pragma once
#include <isobar/core/solvers/cycle.hpp>
#include <isobar/core/solvers/field_level.hpp>
#include <isobar/core/solvers/solve.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The levels of a multigrid solver in precision P. The coarser ones may be of another precision.
template <class P> struct Hierarchy {
  std::unique_ptr<FieldLevel<P>> finest;
  std::vector<std::unique_ptr<Level>> coarser;
};

/// Levels of any kind, the cycle over them, and cycles until the residual norm has fallen by the tolerance: multigrid for any
/// equation.
template <class P> class CycleSolver {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  CycleSolver(Hierarchy<P> levels, const MultigridOptions& options);

  /// Solves A u = f; owned cells of f are read. An iteration is one cycle. From Guess::current the first one starts from the u that
  /// is there, whose residual is taken first: the solve may be over before it. The tolerance is relative to the norm of f in
  /// any case.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from = Guess::zero);
  /// `count` cycles on f from zero without a norm: no sum over ranks, no wait of the host. Leaves the
  /// solution with a valid halo. `before`: cycles of the same solve that were done already. From Guess::current
  /// they go on from the u that is there, which has a valid halo.
  const Vector& cycles(const Vector& f, int count, int before = 0, Guess from = Guess::zero);
  /// As Cycle::visit, on the right-hand side that the finest level has.
  void visit(CycleKind kind, Start start, Guess guess) { cycle_.visit(kind, start, guess); }

  const Vector& solution() const { return finest_->u(); }
  /// Hands the solution's field over in exchange for another one of its shape.
  void swap_solution(Vector& other) { std::swap(finest_->u(), other); }
  FieldLevel<P>& finest() { return *finest_; }
  /// After the levels' matrices have changed.
  void record_again() { cycle_.record_again(); }
  /// Whether all of it may be recorded by whoever calls cycles().
  bool records() const;

private:
  std::unique_ptr<FieldLevel<P>> finest_;
  std::vector<std::unique_ptr<Level>> coarser_;
  Cycle cycle_;
};

} // namespace isobar
