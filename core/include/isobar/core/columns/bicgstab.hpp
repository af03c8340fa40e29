#pragma once
#include <isobar/core/columns/krylov_solver.hpp>

namespace isobar {

/// Solves A u = f by BiCGStab with a preconditioner on the right, for matrices that are not
/// symmetric (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992). The method starts from u = 0
/// with r~ = f. The lines of an iteration follow, each with its references. <...> is a sum over all
/// ranks. M stands for the preconditioner's references and N for those of A: 2 for a factorised
/// matrix with convection, 5 with coefficients a cell.
///
///     p = r + beta (p - omega q)                                   4
///     z = M^-1 p;  exchange z.                                     M
///     q = A z,  <r~, q>;             alpha = rho / <r~, q>.        N + 1
///     u += alpha z;  r -= alpha q                                  6
///     z = M^-1 r;  exchange z.                                     M
///     t = A z,  <t, r>, <t, t>;      omega = <t, r> / <t, t>.      N + 1
///     u += omega z;  r -= omega t;  ||r||, rho = <r~, r>           7
///
/// An iteration takes 19 + 2 N + 2 M references. The textbook's lines, one by one, take 26 +
/// 2 N + 2 M (docs/decisions/0019-bicgstab-in-fused-kernels.md). An iteration has three all-reduces
/// and two exchanges.
///
/// Once the norm of r meets the tolerance, the method computes it again from f - A u. If this norm
/// misses the tolerance, the method starts again from f - A u with r~ = r. So neither rounding nor
/// a wrong recurrence nor a preconditioner ends a solve too early. The method has no other restart.
/// It reports a breakdown where <r~, q>, rho or omega is 0 up to rounding, and then leaves u as it
/// is.
template <class P> class Bicgstab final : public KrylovSolver<P> {
public:
  using typename KrylovSolver<P>::T;
  using typename KrylovSolver<P>::Grid;
  using typename KrylovSolver<P>::Vector;

  /// Takes the arguments of KrylovSolver. The preconditioner receives the norm of r, even when it
  /// is applied to p.
  Bicgstab(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
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
  Sums image(const Vector& z, const Vector& w, const Vector& v);
  Sums step(const Vector& z, bool stop);

  Vector shadow_, p_, q_, t_; ///< shadow_ is r~
  double shadow_norm_ = 0.0;  ///< norm of r~
  double rho_ = 0.0, beta_ = 0.0, omega_ = 0.0;
  bool broken_ = false; ///< rho or omega is 0 up to rounding
};

} // namespace isobar
