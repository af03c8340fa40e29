#pragma once
#include "library/engine.hpp"
#include "library/null_space.hpp"
#include "library/whole_operator.hpp"

namespace isobar {

/// 2-norms over all ranks, of what is volume-integrated.
struct GuessNorms {
  double right_side, residual;
};

/// A caller's guess and its residual, in double, for solvers of any precision that solve for the correction.
class StartingGuess {
public:
  explicit StartingGuess(WholeOperator& whole) : whole_(whole) {}

  /// Takes f and u from the request and makes the residual f - A u. Collective.
  GuessNorms read(CellTransfer& cells, const SolveRequest& request);
  const Field<double>& residual() const { return whole_.r(); }
  /// Where the correction is to be written. The residual is lost by it.
  const Field<double>& correction() const { return whole_.r(); }
  /// Adds the correction to u and makes the residual of this u, whose norm it returns. Collective.
  double correct();
  /// u goes back to the request's.
  void write(CellTransfer& cells, const SolveRequest& request);

private:
  NullSpace<Double> constants() const { return {whole_.grid(), whole_.ranks()}; }

  WholeOperator& whole_;
};

} // namespace isobar
