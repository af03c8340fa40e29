#pragma once
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// The matrix of levels where coefficients are one number a cell: from the
/// products nearest to them, or from their own couplings (coupled_levels.hpp).
enum class LevelCoefficients { product, cells };

/// A program's choices for multigrid on columns. Empty ones are automatic: they follow from
/// the CFL number, the columns and the ranks (level_choice.hpp). Nothing here needs Kokkos.
struct MultigridOptions : FieldCycleOptions {
  LevelCoefficients coefficients = LevelCoefficients::product;
  /// Factor on the correction of each coarse level: rediscretised coarse
  /// operators give corrections of smooth residuals that are too small.
  double overcorrection = 1.0;
  int merged_layers = 1; ///< layers of the finest level that coarser ones hold as one
  std::optional<CoarseSolver> coarse_solver;
  /// Rows of other ranks that a rank computes too, on level 1 and so on. Automatic in a program, otherwise none.
  std::optional<Overlap> overlap;
  /// The first level that every rank computes whole; 0: none is.
  std::optional<int> replicated_from;
  /// The levels at which coarse levels move to fewer ranks, from the finest to the coarsest.
  /// Their ranks follow when levels are distributed over ranks (GridSetup::merged).
  std::vector<LevelMerge> merges;
};

} // namespace isobar
