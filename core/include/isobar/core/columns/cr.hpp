#pragma once
#include <isobar/core/columns/krylov_solver.hpp>

namespace isobar {

/// Solves A u = f by preconditioned conjugate residuals (CR). The matrix is symmetric, definite or
/// not; M is symmetric and positive definite. The algorithm is 6.20 of Saad, "Iterative Methods for
/// Sparse Linear Systems", with z = M^-1 r in place of r. Each residual has the least norm of M^-1
/// in CG's space. An iteration starts from z = M^-1 r, p = z, s = q = A z and rho = <z, s>:
///
///     w = M^-1 q,  <q, w>;           alpha = rho / <q, w>.         M + 2
///     u += alpha p;  r -= alpha q,  ||r||                          6
///     z -= alpha w;  exchange z.                                   3
///     s = A z,  rho' = <z, s>;       beta = rho' / rho.            N
///     p = z + beta p;  q = s + beta q                              6
///
/// The numbers on the right are references, M those of the preconditioner and N those of A. An
/// iteration has one exchange and two all-reduces, as each of the two factors needs the result of
/// the other one. CG has no z and no s, and moves six references fewer.
///
/// The recurrence of z drifts, so the method computes z anew each time r has fallen by 1e-4. This
/// costs one more product with M. The norm of f - A u decides convergence. If it misses the
/// tolerance, the method starts again from f - A u.
///
/// The method reports a breakdown in two cases right after a start: rho is 0, or <q, w> is not
/// positive. In the latter case M is not positive definite. Later on, both are rounding errors of a
/// z that is small compared with r, and the method starts again from f - A u.
template <class P> class Cr final : public KrylovSolver<P> {
public:
  using typename KrylovSolver<P>::T;
  using typename KrylovSolver<P>::Grid;
  using typename KrylovSolver<P>::Vector;

  /// Takes the arguments of KrylovSolver.
  Cr(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
     LinearOperator<P> apply = {});
  /// Device bytes in addition to the grid's, the operator's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup) {
    return KrylovSolver<P>::bytes(setup) + 4 * field_bytes<P>(setup);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;

private:
  using KrylovSolver<P>::grid_, KrylovSolver<P>::communicator_, KrylovSolver<P>::apply_,
      KrylovSolver<P>::u_, KrylovSolver<P>::r_, KrylovSolver<P>::norm_, KrylovSolver<P>::stop_;

  void start();
  void iterate(ConvergenceTest& test);
  void move_residual(double alpha, const Vector& w);
  void multiply(bool stop);

  Vector z_, s_, p_, q_;
  double rho_ = 0.0;        ///< <z, A z>
  double share_ = 0.0;      ///< this rank's share of ||r||^2
  double start_norm_ = 0.0; ///< norm of the r from which z was last computed anew
  bool fresh_ = false;      ///< no step since a start
  bool lost_ = false;       ///< no further step is possible from here
};

} // namespace isobar
