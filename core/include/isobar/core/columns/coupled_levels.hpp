#pragma once
#include <isobar/core/columns/kernels/coupled_columns.hpp>
#include <isobar/core/columns/linear_operator.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>

#include <vector>

namespace isobar {

/// Multigrid on the couplings of cells, the preconditioner of a Krylov method. It serves
/// coefficients that have one number a cell and are far from any product. Each level halves the
/// horizontal, as in other hierarchies. Transfers are constant on a coarse cell: restriction sums
/// the residuals, and prolongation copies the correction.
///
/// Coarse couplings are those of Galerkin's matrix, the horizontal ones divided by the distance of
/// the centres (CoupledColumns::coarsen). Without this division they are twice too large where u is
/// smooth (D. Braess, Towards algebraic multigrid for elliptic problems of second order, Computing
/// 55, 1995). The cycle is symmetric and positive definite if the factors after the correction are
/// those before it in reverse order. P is x fastest.
template <class P> class CoupledMultigrid {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// Makes the levels from `equation`, which must have couplings. The communicators must outlive
  /// the levels. Throws std::invalid_argument as level_setups and GeneralOperator::couplings do.
  /// Also throws on the sphere, and for options that these levels lack: red-black smoothing, CG on
  /// the coarsest level, overcorrection, merged layers, overlap, merges.
  CoupledMultigrid(const GridSetup& setup, const MultigridOptions& options,
                   LinearOperator<P> equation, Communicators<T>& communicators);
  /// Device bytes.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options);

  /// Runs one cycle on r from zero, and returns the correction.
  const Vector& operator()(const Vector& r, double /*norm*/ = 0.0) { return cycles_.cycles(r, 1); }
  /// Updates the equation, and takes over its changed coefficients or physics. Allocates nothing.
  void update(const GridSpec& spec);

private:
  CoupledMultigrid(const LevelSetups& setups, const MultigridOptions& options,
                   LinearOperator<P> equation, Communicators<T>& communicators);
  Hierarchy<P> make_levels(const LevelSetups& setups, const MultigridOptions& options,
                           Communicators<T>& communicators);
  void fill() const;

  LinearOperator<P> equation_;
  std::vector<CoupledColumns<P>> columns_; ///< of each level, the finest first
  CycleSolver<P> cycles_;
};

} // namespace isobar
