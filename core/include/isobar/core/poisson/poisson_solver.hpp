#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

namespace isobar {

/// Solves A u = f on a box, where A is - div grad integrated over cells (box_grid.hpp).
/// If the box is singular (BoxSpec::is_singular()), f must have the mean 0. The solver
/// subtracts a mean that comes from rounding, and u gets the mean 0.
template <class P> class PoissonSolver {
public:
  using Vector = FieldOf<P>;
  virtual ~PoissonSolver() = default;
  /// Solves A u = f. f is volume-integrated. The solver reads its owned cells, and changes them
  /// if the box is singular. Its halo and padding must be zero. With Guess::current the solve
  /// starts from the present u, and may end at once. Norms are always relative to the norm of f.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) = 0;
  /// Returns u, with a valid halo of edges.
  virtual const Vector& solution() const = 0;
};

} // namespace isobar
