#pragma once
#include "library/cell_transfer.hpp"
#include "pressure/setup/outer_operator.hpp"
#include "pressure/setup/setup_inputs.hpp"
#include "setup/scaling.hpp"

#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <memory>

namespace isobar {

/// A of the whole equation, or the caller's own matrix, in double for any
/// precision of the solver, with three fields for its work. Calls are collective.
class WholeOperator {
public:
  /// Allocates three fields, the finest grid and the exchange. Collective.
  WholeOperator(const SetupInputs& in, const EvaluatedEquation& equation);

  const HostOrder<Double>& order() const { return order_; }
  const GridLevel<double>& grid() const { return grid_.matrix(); }
  const Field<double>& f() const { return f_; } ///< volume-integrated
  const Field<double>& u() const { return u_; }
  const Field<double>& r() const { return r_; }

  /// Computes r = A u
  void apply();
  /// Computes r = f - A u
  void take_residual();
  /// Computes r = the diagonal of A. Throws InputError
  /// with an own matrix, whose diagonal is unknown.
  void take_diagonal();
  /// The 2-norm over all ranks.
  double norm(const Field<double>& x) const;
  Communicator<double>& ranks() const { return communicators_->on(0); }
  void update(const EvaluatedEquation& equation);

private:
  void exchange_u();

  std::unique_ptr<Communicators<double>> communicators_;
  HostOrder<Double> order_;
  GridOf<Double> grid_;
  OuterOperator<Double> outer_;
  LinearOperator<Double> matrix_; ///< empty: the matrix of the grid
  Field<double> f_, u_, r_;
};

/// PressureSolver's calls of the operator on blocks of a caller's cells, all of the right shape. Numbers
/// that are read are divided by `scale`, a power of two. Numbers that are written are multiplied by it.
class OperatorCalls {
public:
  OperatorCalls(WholeOperator& whole, CellTransfer& cells, Scale scale)
      : whole_(whole), cells_(cells), scale_(scale) {}
  /// Computes image = A u
  void apply(BlocksIn u, BlocksOut image, RightSide kind);
  /// Computes r = f - A u and returns the 2-norm of the volume-integrated r
  double residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind);
  void diagonal(BlocksOut d, RightSide kind);

private:
  void write(BlocksOut to, RightSide kind);

  WholeOperator& whole_;
  CellTransfer& cells_;
  Scale scale_;
};

} // namespace isobar
