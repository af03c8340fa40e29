#pragma once
#include "library/engine.hpp"
#include "library/null_space.hpp"
#include "library/whole_operator.hpp"

namespace isobar {

/// 2-norms over all ranks of volume-integrated numbers.
struct GuessNorms {
  double right_side, residual;
};

/// Holds a caller's guess and its residual in double. A solver of any precision solves for the correction.
class StartingGuess {
public:
  explicit StartingGuess(WholeOperator& whole) : whole_(whole) {}

  /// Takes f and u from the request and computes the residual f - A u. Collective.
  GuessNorms read(CellTransfer& cells, const SolveRequest& request);
  /// The places of the residual, where the correction must be written. On the sphere they
  /// are the cells of one patch after the other, because fields have rows between patches.
  std::vector<CellsAt<StridedCells<double>>> residual() const;
  /// Adds the correction to u, computes the residual of the new u and returns its norm. Collective.
  double correct();
  /// Copies u to the cells of the request.
  void write(CellTransfer& cells, const SolveRequest& request);

private:
  NullSpace<Double> constants() const { return {whole_.grid(), whole_.ranks()}; }

  WholeOperator& whole_;
};

} // namespace isobar
