#pragma once
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/multigrid/communicator.hpp>

namespace isobar {

/// A preconditioner z = M^-1 r: a symmetric block-SOR sweep over the columns from z = 0. Sources
/// are the single-GPU paper, section 4.1, and Saad, "Iterative Methods for Sparse Linear Systems",
/// section 10.2. A sweep steps through red columns, black ones, black ones and red ones, each step
/// with the factor rho. Nothing changes between the two black steps, so one step with rho (2 - rho)
/// replaces them. M is symmetric, and positive definite for rho in (0, 2). The matrix must not
/// couple columns of one colour: it needs the two-point flux, and an even number of columns around
/// a periodic direction.
///
/// A sweep has three half sweeps and two exchanges. It takes 10 references where line relaxation
/// takes 2.
template <class P> class SorPreconditioner {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// Allocates z. The communicator must outlive the preconditioner.
  SorPreconditioner(const Grid& grid, Communicator<T>& communicator, double rho)
      : grid_(grid), communicator_(communicator), rho_(rho),
        z_("isobar z", grid.nx(), grid.ny(), grid.nz()) {}
  /// Device bytes in addition to the grid's.
  static Int64 bytes(const LevelSetup& setup) { return field_bytes<P>(setup); }

  const Vector& operator()(const Vector& r, double /*norm*/) const;
  /// Takes over another spec, as Solver::update does.
  void update(const GridSpec& spec) { grid_.update(spec); }

private:
  Grid grid_;
  Communicator<T>& communicator_;
  double rho_;
  Vector z_;
};

} // namespace isobar
