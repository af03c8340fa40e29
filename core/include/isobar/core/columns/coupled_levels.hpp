#pragma once
#include <isobar/core/columns/kernels/coupled_columns.hpp>
#include <isobar/core/columns/linear_operator.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>

#include <vector>

namespace isobar {

/// Multigrid on the couplings of cells, as the preconditioner of a Krylov method. It is for coefficients that are one number
/// a cell and far from any product. Levels halve the horizontal as others do. Transfers are constant on a coarse cell: they
/// add residuals up, and take a correction as it is. Coarse couplings are those of Galerkin's matrix, with the horizontal
/// ones divided by the distance of the centres (CoupledColumns::coarsen). Galerkin's alone are twice too large where u is
/// smooth (D. Braess, Towards algebraic multigrid for elliptic problems of second order, Computing 55, 1995). The cycle is
/// symmetric and positive definite if the factors after the correction are those before it in reverse order. P is x fastest.
template <class P> class CoupledMultigrid {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;

  /// `equation` must have couplings. Communicators must outlive the levels. Throws std::invalid_argument as
  /// level_setups and GeneralOperator::couplings do, on the sphere, and for options that these levels do not
  /// have: red-black smoothing, CG on the coarsest level, overcorrection, merged layers, overlap, merges.
  CoupledMultigrid(const GridSetup& setup, const MultigridOptions& options,
                   LinearOperator<P> equation, Communicators<T>& communicators);
  /// Device bytes.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options);

  /// One cycle on r from zero.
  const Vector& operator()(const Vector& r, double /*norm*/ = 0.0) { return cycles_.cycles(r, 1); }
  /// Takes over changed coefficients or physics of the equation, which is updated too. Allocates nothing.
  void update(const GridSpec& spec);

private:
  CoupledMultigrid(const LevelSetups& setups, const MultigridOptions& options,
                   LinearOperator<P> equation, Communicators<T>& communicators);
  Hierarchy<P> make_levels(const LevelSetups& setups, const MultigridOptions& options,
                           Communicators<T>& communicators);
  void fill() const;

  LinearOperator<P> equation_;
  std::vector<CoupledColumns<P>> columns_; ///< the levels', the finest first
  CycleSolver<P> cycles_;
};

} // namespace isobar
