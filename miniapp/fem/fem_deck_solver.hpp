#pragma once
#include "fem/fem_ranks.hpp"
#include "run/memory.hpp"

#include <isobar/core/fem/mixed_fem_cg.hpp>

#include <optional>
#include <span>
#include <vector>

namespace isobar {

/// The solver of a deck with its right-hand side and all matrices, in numbers
/// T. Host vectors are HostFields with one row, which holds the owned unknowns.
template <class T> class FemDeckSolver {
public:
  using Number = T;      ///< the type of the solution's numbers
  using LevelNumber = T; ///< the type of the levels' numbers
  using Vector = typename FemLevel<T>::Vector;

  /// Sets up all levels. Collective.
  FemDeckSolver(const FemContext& context, std::span<const FemSpace> spaces);

  void put(const HostField& right_side);
  SolveReport solve(const SolveControls& controls);
  void get(const HostField& solution) const;

  /// The levels, the finest first.
  const std::vector<const FemLevel<T>*>& levels() const { return levels_; }

private:
  FemRanks<T> ranks_;
  std::vector<const FemLevel<T>*> levels_;
  std::optional<FemMultigrid<T>> multigrid_; ///< only without CG
  std::optional<FemCg<T>> cg_;               ///< only with CG
  Vector f_;
};

/// The solver of a deck with CG in double around cycles in float.
class MixedFemDeckSolver {
public:
  using Number = double;
  using LevelNumber = float;

  /// Sets up all levels and CG's matrix. Collective.
  MixedFemDeckSolver(const FemContext& context, std::span<const FemSpace> spaces);

  void put(const HostField& right_side);
  SolveReport solve(const SolveControls& controls) { return cg_->solve(f_, controls); }
  void get(const HostField& solution) const;

  const std::vector<const FemLevel<float>*>& levels() const { return levels_; }
  /// CG's matrix.
  const SparseMatrix<double>& outer_matrix() const { return cg_->matrix(); }

private:
  FemRanks<double> ranks_; ///< the ranks of the finest space
  FemRanks<float> float_ranks_;
  std::vector<const FemLevel<float>*> levels_;
  std::optional<MixedFemCg> cg_;
  MixedFemCg::Vector f_;
};

/// Predicts the peak memory of the rank that needs most,
/// from the counts of its levels. Allocates nothing.
MemoryUse predicted_memory(const FemSetting& setting);

} // namespace isobar
