#pragma once
#include <isobar/core/columns/krylov_solver.hpp>

#include <vector>

namespace isobar {

/// Solves A u = f by generalised conjugate residuals, GCR(m), with a preconditioner on the right.
/// The matrix need not be symmetric (Eisenstat, Elman and Schultz, SIAM J. Numer. Anal. 20, 1983).
/// The lines of iteration k after a start follow, each with its references. The brackets <...> are
/// a sum over all ranks, and c_i = <q, q_i> for i < k.
///
///     z = M^-1 r;  exchange z.                                     M
///     q = A z,  <q, r>, <q, q>.                                    N + 1
///     s^2 = <q, q> - c_0^2 - ... - c_(k-1)^2.                      1.5 k
///     q_k = (q - sum of c_i q_i) / s.                              1.5 k
///     z_k = (z - sum of c_i z_i) / s;  alpha = <q, r> / s          1.5 k
///     u += alpha z_k;  r -= alpha q_k,  ||r||                      6
///
/// After m iterations the method starts again from r. Each residual has the least norm in the space
/// of the directions since the start. M may differ from one iteration to the next.
///
/// One all-reduce carries all sums of an iteration. This requires the classical Gram-Schmidt
/// process, and s and the new norm of r follow from Pythagoras' theorem. The sum for r itself
/// travels with those of the next iteration. With more q_i, rounding makes them less orthogonal, by
/// the square of the condition number of their space. A restart removes this error. The norm of
/// f - A u ends a solve. If it misses the tolerance, the method starts again from f - A u.
///
/// Where q lies in the space of the q_i up to rounding, the method starts again from r. It reports
/// a breakdown where <q, r> is 0 up to rounding right after a start. The symmetric part of A M^-1
/// is then not definite.
template <class P> class Gcr final : public KrylovSolver<P> {
public:
  using typename KrylovSolver<P>::T;
  using typename KrylovSolver<P>::Grid;
  using typename KrylovSolver<P>::Vector;

  /// Takes the arguments of KrylovSolver, and m as `restart`, at least 1.
  Gcr(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition, int restart,
      LinearOperator<P> apply = {});
  /// Device bytes in addition to the grid's, the operator's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup, int restart) {
    return KrylovSolver<P>::bytes(setup) + 2 * Int64(restart) * field_bytes<P>(setup);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;

private:
  using KrylovSolver<P>::grid_, KrylovSolver<P>::communicator_, KrylovSolver<P>::apply_,
      KrylovSolver<P>::u_, KrylovSolver<P>::r_, KrylovSolver<P>::norm_, KrylovSolver<P>::stop_;

  void iterate(ConvergenceTest& test);
  Sums product(const Vector& z, bool stop);

  std::vector<Vector> z_, q_; ///< the directions z_i, and the orthonormal q_i = A z_i
  std::size_t count_ = 0;     ///< number of directions since the start
  std::vector<double> sums_;
  double share_ = 0.0;  ///< this rank's share of ||r||^2
  double square_ = 0.0; ///< ||r||^2
};

} // namespace isobar
