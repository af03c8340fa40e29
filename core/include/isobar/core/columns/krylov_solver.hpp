#pragma once
#include <isobar/core/columns/pcg.hpp>

#include <vector>

namespace isobar {

/// The matrix, the preconditioner, u and r of a Krylov method. Solves start from u = 0.
template <class P> class KrylovSolver : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  const Vector& solution() const override { return u_; }
  /// An operator that is a function is not updated.
  void update(const GridSpec& spec) override;

protected:
  /// An empty `apply` means the matrix-free operator of the grid. The halo of the
  /// result of `precondition` is written. The communicator must outlive the solver.
  KrylovSolver(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
               LinearOperator<P> apply);
  KrylovSolver(const KrylovSolver&) = delete; // the operator may refer to the grid
  KrylovSolver& operator=(const KrylovSolver&) = delete;
  static Int64 bytes(const LevelSetup& setup) { return 2 * field_bytes<P>(setup); }

  Vector make_vector(const char* label) const {
    return Vector(label, grid_.nx(), grid_.ny(), grid_.nz());
  }
  std::vector<Vector> make_vectors(const char* label, int count) const;
  /// u = 0, r = f, and the norm of f.
  void start_from_zero(const Vector& f);
  /// z = M^-1 x with its halo. `norm` is about the norm of x.
  const Vector& preconditioned(const Vector& x, double norm);
  /// r = f - A u and its norm. Returns this rank's share of the norm's square.
  double take_true_residual(const Vector& f);

  Grid grid_;
  Communicator<T>& communicator_;
  Preconditioner<P> precondition_;
  LinearOperator<P> apply_;
  Vector u_, r_;
  double norm_ = 0.0; ///< of r
  bool stop_ = false; ///< the monitor of any rank wants to stop
};

/// Whether <x, y> of vectors with these norms is 0 up to rounding. False if a
/// number is not finite: the residual norm shows that.
bool is_lost(double product, double x_norm, double y_norm);

/// Whether a vector of storage T with the squared norm `square` lies in the space of an orthonormal basis. `left` is
/// what remains of the square outside of that space. It is a difference: below some thousand roundings it is noise.
template <class T> bool is_dependent(double left, double square);

} // namespace isobar
