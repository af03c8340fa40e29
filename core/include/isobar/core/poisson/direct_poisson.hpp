#pragma once
#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/transposition.hpp>
#include <isobar/core/poisson/mode_transform.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

namespace isobar {

/// Solves without iterations if the cells along x and along y are equal. In modes of x
/// and y (axis_modes.hpp) the equation is a tridiagonal system for each column of modes,
///
///     h_z m u_k + (the matrix of the z axis) u = f_k / (h_x h_y),   m = e_p / h_x^2 + e_q / h_y^2,
///
/// with the eigenvalues e of both axes. The column solve of core/columns solves it. Cells along z
/// may have any widths. (Hockney, J. ACM 12, 1965; Buzbee, Golub and Nielson, SIAM J. Numer. Anal.
/// 7, 1970.)
///
/// If z is periodic, a column is solved as if u were 0 half a cell beyond both its ends. Sherman
/// and Morrison's formula then adds the missing matrix of rank one (ModeKernels::close_around),
/// which requires equal cells along z. If the box is singular, so is the system of the layers'
/// means. It is solved separately: the flux through the top of a layer is the sum of f below it.
///
/// A solve takes 12 references. This does not count the library's
/// transforms, nor the residual norm, which is computed once.
template <class P> class DirectPoisson final : public PoissonSolver<P> {
public:
  using Vector = FieldOf<P>;
  using T = typename P::storage;

  /// A rank that does not have the whole box needs a transposition. Communicator
  /// and transposition must outlive the solver. Throws as ModeTransform does, and
  /// std::invalid_argument if z is periodic and its cells are of different widths.
  DirectPoisson(const PoissonSetup& setup, Communicator<T>& communicator,
                Transposition<T>* transposition = nullptr);
  /// Device bytes, without the library's own. `layers`: number of layers that the rank transforms.
  static Int64 bytes(const PoissonSetup& setup, int layers);

  /// Solves in one iteration, and computes the norm of its residual. The guess is ignored.
  SolveReport solve(const Vector& f, const SolveControls& controls, Guess from) override;
  const Vector& solution() const override { return u_; }

private:
  using Numbers = typename ModeKernels<P>::Numbers;
  using Columns = typename ModeKernels<P>::Columns;

  void set_up_modes(const PoissonSetup& setup);
  void find(const Vector& f);
  void solve_modes();

  Communicator<T>& communicator_;
  Transposition<T>* transposition_;
  SingularBox<P> box_;
  BoxGridOf<P> grid_;
  Vector u_, whole_; ///< whole_: whole layers, if there is a transposition
  ModeTransform<P> transform_;
  GridOf<P> modes_;           ///< columns of modes, in the places of this rank's columns
  Columns ratio_, weight_;    ///< numbers of periodic columns
  Numbers mean_, resistance_; ///< for means of a singular box's layers, on the rank with them
};

} // namespace isobar
