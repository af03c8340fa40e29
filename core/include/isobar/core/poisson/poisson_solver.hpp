#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/solvers/level.hpp>
#include <isobar/core/solvers/solve.hpp>

namespace isobar {

/// A solver of A u = f on a box of cells, A = - div grad integrated over cells (BoxGrid). All memory is allocated on construction.
template <class P> class PoissonSolver {
public:
  virtual ~PoissonSolver() = default;
  /// f is volume-integrated; owned cells are read, halo and padding must be zero. From Guess::current it starts from the u that is
  /// there. The tolerance is relative to the norm of f.
  virtual SolveReport solve(const FieldOf<P>& f, const SolveControls& controls, Guess from) = 0;
  /// Owned cells and a valid halo of edges; its mean is 0 where BoxSpec::is_singular().
  virtual const FieldOf<P>& solution() const = 0;
};

} // namespace isobar
