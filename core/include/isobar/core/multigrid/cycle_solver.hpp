#pragma once
#include <isobar/core/multigrid/cycle.hpp>
#include <isobar/core/multigrid/field_level.hpp>
#include <isobar/core/multigrid/solve.hpp>

#include <memory>
#include <vector>

namespace isobar {

/// The levels of a multigrid solver. The coarser levels may be
/// of another kind or precision than the finest one.
template <class Finest> struct HierarchyOf {
  std::unique_ptr<Finest> finest;
  std::vector<std::unique_ptr<Level>> coarser;
};
/// Levels with fields of precision P.
template <class P> using Hierarchy = HierarchyOf<FieldLevel<P>>;

/// Multigrid for any equation: levels of any kind, the cycle over them, and a loop of
/// cycles until the residual norm meets the tolerance. Finest is a Level with numbers T
/// and a Vector of them for u() and set_rhs(). It also has a communicator() that sums over
/// ranks, and residual norms. FieldLevel<P> and core/fem's FemLevel<T> are such levels.
template <class Finest> class CycleSolverOf {
public:
  using T = typename Finest::T;
  using Vector = typename Finest::Vector;

  CycleSolverOf(HierarchyOf<Finest> levels, const CycleOptions& options);

  /// Solves A u = f; reads owned cells of f. An iteration is one cycle. From Guess::current,
  /// the first cycle starts from the present u. The solve computes the residual of this u
  /// first, and may end at once. The tolerance is always relative to the norm of f.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from = Guess::zero);
  /// Runs `count` cycles on f without a norm: no sum over ranks, no wait of the host. Returns
  /// the solution with a valid halo. `before`: number of earlier cycles of the same solve. From
  /// Guess::current, the cycles continue from the present u, which must have a valid halo.
  const Vector& cycles(const Vector& f, int count, int before = 0, Guess from = Guess::zero);
  /// See Cycle::visit. The visit uses the right-hand side that the finest level has.
  void visit(CycleKind kind, Start start, Guess guess) { cycle_.visit(kind, start, guess); }

  const Vector& solution() const { return finest_->u(); }
  /// Swaps the solution's field with another one of its shape.
  void swap_solution(Vector& other) { std::swap(finest_->u(), other); }
  Finest& finest() { return *finest_; }
  /// Makes the next cycle record its launches again. Call it after the levels' matrices have
  /// changed.
  void outdate_recordings() { cycle_.outdate_recordings(); }
  /// Whether the caller of cycles() may record all its launches.
  bool records() const;
  /// The first level whose launches are recorded; see Cycle. The same on all ranks.
  int recorded_from() const { return cycle_.recorded_from(); }

private:
  std::unique_ptr<Finest> finest_;
  std::vector<std::unique_ptr<Level>> coarser_;
  Cycle cycle_;
};
/// The solver on levels with fields of precision P.
template <class P> using CycleSolver = CycleSolverOf<FieldLevel<P>>;

} // namespace isobar
