#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

namespace isobar {

/// Solves A u = f on a box, A = - div grad integrated over cells (box_grid.hpp). If the box is singular
/// (BoxSpec::is_singular()), f must have the mean 0; a mean by rounding is subtracted, and u gets the mean 0.
template <class P> class PoissonSolver {
public:
  using Vector = FieldOf<P>;
  virtual ~PoissonSolver() = default;
  /// f is volume-integrated. Owned cells are read, and changed if the box is singular; halo and padding must be zero. With
  /// Guess::current the solve starts from the present u, and may end at once. Norms are relative to the norm of f in any case.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) = 0;
  /// u, with a valid halo of edges.
  virtual const Vector& solution() const = 0;
};

} // namespace isobar
