#pragma once
#include <isobar/core/columns/krylov_solver.hpp>
#include <isobar/core/columns/least_squares.hpp>

#include <vector>

namespace isobar {

/// Solves A u = f by GMRES(m) with a preconditioner on the right, for matrices that are not
/// symmetric (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986). A start sets v_0 = r / ||r||.
/// The lines of iteration j after a start follow, each with its references. <...> is a sum over all
/// ranks.
///
///     z = M^-1 v_j;  exchange z.                                   M
///     w = A z,  <w, v_j>, <w, w>.                                  N + 1
///     h_i = <w, v_i>, i < j                                        1.5 j
///     h_(j+1)^2 = <w, w> - h_0^2 - ... - h_j^2
///     v_(j+1) = (w - sum of h_i v_i) / h_(j+1)                     1.5 (j + 1)
///
/// Then a rotation gives the least norm of r that the columns h allow (least_squares.hpp). After m
/// iterations the method sets u += M^-1 (sum of y_i v_i) and r = f - A u, and starts again. M must
/// be linear, and the same in all iterations. GMRES keeps m + 1 vectors where GCR keeps 2 m. It
/// moves 3 references for each iteration and vector where GCR moves 4.5.
///
/// One all-reduce carries all sums of an iteration, thanks to classical Gram-Schmidt and
/// Pythagoras' theorem. Rounding makes the v_i less orthogonal, by the square of the factor by
/// which the norm has fallen since the start. The error of the least norm grows by as much. So the
/// method also starts again once the norm has fallen by 1e-6 (in float by 3e-2). Until then the
/// norm is right to four digits. The norm of f - A u ends a solve. If it has not fallen by 1e-3
/// from one start to the next, the solve has stagnated, as all further cycles would be alike.
///
/// A happy breakdown: A z lies in the space of the v_i up to rounding. Then u is as good as it can
/// be in this space, which holds the solution if A is regular. The method goes on from f - A u. It
/// reports a breakdown if the least-squares problem of these columns has no solution: A or M is
/// singular.
template <class P> class Gmres final : public KrylovSolver<P> {
public:
  using typename KrylovSolver<P>::T;
  using typename KrylovSolver<P>::Grid;
  using typename KrylovSolver<P>::Vector;

  /// Takes the arguments of KrylovSolver, and m as `restart`, at least 1.
  Gmres(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
        int restart, LinearOperator<P> apply = {});
  /// Device bytes in addition to the grid's, the operator's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup, int restart) {
    return KrylovSolver<P>::bytes(setup) + (Int64(restart) + 1) * field_bytes<P>(setup);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;

private:
  using KrylovSolver<P>::grid_, KrylovSolver<P>::communicator_, KrylovSolver<P>::apply_,
      KrylovSolver<P>::u_, KrylovSolver<P>::r_, KrylovSolver<P>::norm_, KrylovSolver<P>::stop_;

  void start();
  void iterate(bool stop);
  double product(bool stop);
  void complete_solution();

  std::vector<Vector> v_; ///< orthonormal
  LeastSquares columns_;
  std::vector<double> sums_;
  double start_norm_ = 0.0;
  bool happy_ = false; ///< the last A z lay in the space of the v_i
};

} // namespace isobar
