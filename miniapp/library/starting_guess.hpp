#pragma once
#include "library/cell_transfer.hpp"
#include "library/engine.hpp"
#include "pressure/setup/outer_operator.hpp"

#include <isobar/core/launch/planned_grid.hpp>
#include <isobar/core/multigrid/communicator.hpp>

namespace isobar {

/// 2-norms over all ranks, of what is volume-integrated.
struct GuessNorms {
  double right_side, residual;
};

/// A caller's guess and its residual, that of the whole equation or of the caller's own matrix, in double, for solvers of any precision that solve for the correction.
class StartingGuess {
public:
  /// Collective. Allocates three fields and their exchange.
  StartingGuess(const SetupInputs& in, const EvaluatedEquation& equation);

  /// Takes f and u from the request and makes the residual f - A u. Collective.
  GuessNorms read(CellTransfer& cells, const SolveRequest& request);
  /// The residual, and where the correction is to be written, by which the residual is lost. On the sphere they are the cells of
  /// one patch after the other, as rows of fields lie between patches.
  std::vector<CellsAt<double>> residual() const;
  /// Adds the correction to u and makes the residual of this u, whose norm it returns. Collective.
  double correct();
  /// u goes back to the request's.
  void write(CellTransfer& cells, const SolveRequest& request);
  /// Collective.
  void update(const EvaluatedEquation& equation);

private:
  void take_residual();

  std::unique_ptr<Communicators<double>> communicators_;
  HostOrder<Double> order_;
  PatchRows rows_;
  GridOf<Double> grid_;
  OuterOperator<Double> outer_;
  LinearOperator<Double> matrix_; ///< empty: the grid's
  Field<double> f_, u_, r_;
};

} // namespace isobar
