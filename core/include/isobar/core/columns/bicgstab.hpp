#pragma once
#include <isobar/core/columns/pcg.hpp>

namespace isobar {

/// BiCGStab, right preconditioned (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992), for
/// matrices that are not symmetric. It starts from u = 0 with r~ = f. An iteration, with <...> the
/// sums over all ranks, and its references (M those of the preconditioner, N = 2 for a factorised
/// matrix with convection, 5 with coefficients a cell):
///
///     p = r + beta (p - omega q)                                   4
///     z = M^-1 p;  exchange z                                      M
///     q = A z,  <r~, q>;             alpha = rho / <r~, q>         N + 1
///     u += alpha z;  r -= alpha q                                  6
///     z = M^-1 r;  exchange z                                      M
///     t = A z,  <t, r>, <t, t>;      omega = <t, r> / <t, t>       N + 1
///     u += omega z;  r -= omega t;  ||r||, rho = <r~, r>           7
///
/// which is 19 + 2 N + 2 M; the textbook's lines one by one take 26 + 2 N + 2 M
/// (docs/decisions/0019-bicgstab-in-fused-kernels.md). Three sums over the ranks and two exchanges.
///
/// A residual norm that meets the tolerance is taken again as that of f - A u, so that no rounding,
/// no wrong recurrence and no preconditioner ends a solve: if it does not meet it, the method
/// starts again from this residual with r~ = r. Breakdown is reported where <r~, q>, rho or omega
/// is 0 up to rounding, u as it is then; there is no other restart.
template <class P> class Bicgstab final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// `apply` is the matrix-free operator of the grid if it is empty. The halo of what
  /// `precondition` returns is written; its norm argument is that of r, also where it is given p.
  /// The communicator must outlive the solver.
  Bicgstab(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
           LinearOperator<P> apply = {});
  /// Device bytes beside the grid's, the operator's and the preconditioner's.
  static Int64 bytes(const LevelSetup& setup) { return 6 * field_bytes<P>(setup); }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  /// Of an operator that is a function it updates nothing.
  void update(const GridSpec& spec) override;

private:
  void start();
  void iterate(ConvergenceTest& test);
  const Vector& preconditioned(const Vector& x);
  Sums image(const Vector& z, const Vector& w, const Vector& v);
  Sums step(const Vector& z, bool stop);
  void take_true_residual(const Vector& f);

  Grid grid_;
  Communicator<T>& communicator_;
  Preconditioner<P> precondition_;
  LinearOperator<P> apply_;
  Vector u_, r_, shadow_, p_, q_, t_;     ///< shadow: r~
  double norm_ = 0.0, shadow_norm_ = 0.0; ///< of r and r~
  double rho_ = 0.0, beta_ = 0.0, omega_ = 0.0;
  bool broken_ = false; ///< rho or omega is 0 up to rounding
  bool stop_ = false;   ///< the monitor of any rank wants to stop
};

} // namespace isobar
