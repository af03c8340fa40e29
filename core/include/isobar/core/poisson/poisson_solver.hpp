#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/multigrid/level.hpp>
#include <isobar/core/multigrid/solve.hpp>

namespace isobar {

/// Solves A u = f on a box, A = - div grad integrated over cells (box_grid.hpp). Where the box is singular
/// (BoxSpec::is_singular()) f has to have the mean 0: what it has, by rounding, is taken off it, and u gets the mean 0.
template <class P> class PoissonSolver {
public:
  using Vector = FieldOf<P>;
  virtual ~PoissonSolver() = default;
  /// f is volume-integrated; owned cells are read, and changed where the box is singular; halo and padding must be zero. From
  /// Guess::current it starts from the u that is there, and may be over at once. Norms are relative to that of f in any case.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) = 0;
  /// u, with a valid halo of edges.
  virtual const Vector& solution() const = 0;
};

} // namespace isobar
