#pragma once
#include <isobar/core/columns/pcg.hpp>

#include <vector>

namespace isobar {

/// The base of Krylov methods. It holds the matrix, the preconditioner, u and r. Solves start from
/// u = 0.
template <class P> class KrylovSolver : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  const Vector& solution() const override { return u_; }
  /// Updates all but an operator that is a function.
  void update(const GridSpec& spec) override;

protected:
  /// Takes the matrix-free operator of the grid if `apply` is empty. The solver writes the halo of
  /// the result of `precondition`. The communicator must outlive the solver.
  KrylovSolver(const Grid& grid, Communicator<T>& communicator, Preconditioner<P> precondition,
               LinearOperator<P> apply);
  KrylovSolver(const KrylovSolver&) = delete; // the operator may refer to the grid
  KrylovSolver& operator=(const KrylovSolver&) = delete;
  static Int64 bytes(const LevelSetup& setup) { return 2 * field_bytes<P>(setup); }

  Vector make_vector(const char* label) const {
    return Vector(label, grid_.nx(), grid_.ny(), grid_.nz());
  }
  std::vector<Vector> make_vectors(const char* label, int count) const;
  /// Sets u = 0, r = f and the norm of f.
  void start_from_zero(const Vector& f);
  /// Returns z = M^-1 x with its halo. `norm` is about the norm of x.
  const Vector& preconditioned(const Vector& x, double norm);
  /// Sets r = f - A u and its norm. Returns this rank's share of the squared norm.
  double take_true_residual(const Vector& f);

  Grid grid_;
  Communicator<T>& communicator_;
  Preconditioner<P> precondition_;
  LinearOperator<P> apply_;
  Vector u_, r_;
  double norm_ = 0.0; ///< of r
  bool stop_ = false; ///< the monitor of any rank wants to stop
};

/// Whether `product` = <x, y> of two vectors with these norms is 0 up to rounding. Returns false if
/// a number is not finite, because the residual norm reveals that.
bool is_lost(double product, double x_norm, double y_norm);

/// Whether a vector of storage T with the squared norm `square` lies in the space of an orthonormal
/// basis. `left` is the part of `square` outside that space. It is a difference: a number below
/// some thousand roundings of `square` is noise.
template <class T> bool is_dependent(double left, double square);

} // namespace isobar
