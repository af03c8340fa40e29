#pragma once
#include <isobar/core/multigrid/cycle.hpp>
#include <isobar/core/multigrid/field_level.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The levels of a multigrid solver. The coarser ones may be of another kind or precision.
template <class Finest> struct HierarchyOf {
  std::unique_ptr<Finest> finest;
  std::vector<std::unique_ptr<Level>> coarser;
};
/// Levels with fields of precision P.
template <class P> using Hierarchy = HierarchyOf<FieldLevel<P>>;

/// Levels of any kind, the cycle over them, and cycles until the residual norm has fallen by the tolerance: multigrid for any
/// equation. `Finest` is a Level with numbers T, a Vector of them for u() and set_rhs(), a communicator() that sums over
/// ranks, and residual norms as FieldLevel<P> has them: that or FemLevel<T> of core/fem.
template <class Finest> class CycleSolverOf {
public:
  using T = typename Finest::T;
  using Vector = typename Finest::Vector;

  CycleSolverOf(HierarchyOf<Finest> levels, const CycleOptions& options);

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
  Finest& finest() { return *finest_; }
  /// After the levels' matrices have changed.
  void outdate_recordings() { cycle_.outdate_recordings(); }
  /// Whether all of it may be recorded by whoever calls cycles().
  bool records() const;

private:
  std::unique_ptr<Finest> finest_;
  std::vector<std::unique_ptr<Level>> coarser_;
  Cycle cycle_;
};
/// On levels with fields of precision P.
template <class P> using CycleSolver = CycleSolverOf<FieldLevel<P>>;

} // namespace isobar
