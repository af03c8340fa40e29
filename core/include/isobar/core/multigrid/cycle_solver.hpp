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

/// Multigrid for any equation: levels of any kind, the cycle over them, and cycles until the residual norm meets
/// the tolerance. The template's Finest is a Level with numbers T, a Vector of them for u() and set_rhs(), a
/// communicator() that sums over ranks, and residual norms. FieldLevel<P> and core/fem's FemLevel<T> are such levels.
template <class Finest> class CycleSolverOf {
public:
  using T = typename Finest::T;
  using Vector = typename Finest::Vector;

  CycleSolverOf(HierarchyOf<Finest> levels, const CycleOptions& options);

  /// Solves A u = f; reads owned cells of f. An iteration is one cycle. From Guess::current
  /// the first one starts from the u that is there. Its residual is computed first and may
  /// end the solve at once. The tolerance is always relative to the norm of f.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from = Guess::zero);
  /// Runs `count` cycles on f from zero without a norm: no sum over ranks, no wait of the
  /// host. Leaves the solution with a valid halo. `before`: cycles of the same solve so far.
  /// From Guess::current the cycles continue from the present u, which must have a valid halo.
  const Vector& cycles(const Vector& f, int count, int before = 0, Guess from = Guess::zero);
  /// See Cycle::visit; uses the right-hand side that the finest level has.
  void visit(CycleKind kind, Start start, Guess guess) { cycle_.visit(kind, start, guess); }

  const Vector& solution() const { return finest_->u(); }
  /// Swaps the solution's field with another one of its shape.
  void swap_solution(Vector& other) { std::swap(finest_->u(), other); }
  Finest& finest() { return *finest_; }
  /// Call it after the levels' matrices have changed.
  void outdate_recordings() { cycle_.outdate_recordings(); }
  /// Whether the caller of cycles() may record all of it.
  bool records() const;

private:
  std::unique_ptr<Finest> finest_;
  std::vector<std::unique_ptr<Level>> coarser_;
  Cycle cycle_;
};
/// The solver on levels with fields of precision P.
template <class P> using CycleSolver = CycleSolverOf<FieldLevel<P>>;

} // namespace isobar
