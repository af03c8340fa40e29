#pragma once
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// Which matrix levels are made from where coefficients are a number a cell: that of the products nearest to them, or their own
/// couplings (coupled_levels.hpp).
enum class LevelCoefficients { product, cells };

/// What a program chooses of multigrid on columns. What is empty is automatic: it follows from the CFL number, the columns and the
/// ranks (level_choice.hpp). Nothing here needs Kokkos.
struct MultigridOptions : FieldCycleOptions {
  LevelCoefficients coefficients = LevelCoefficients::product;
  /// Factor on the correction of each coarse level: rediscretised coarse operators answer smooth
  /// residuals with too little.
  double overcorrection = 1.0;
  int merged_layers = 1; ///< layers of the finest level that coarser ones hold as one
  std::optional<CoarseSolver> coarse_solver;
  /// Rows of other ranks that a rank computes too, on level 1 and so on; automatic in a program, none otherwise.
  std::optional<Overlap> overlap;
  /// The first level that every rank computes whole; 0: none is.
  std::optional<int> replicated_from;
  /// Where coarse levels move to fewer ranks, from the finest to the coarsest. The ranks follow from it where levels are dealt
  /// to them (GridSetup::merged).
  std::vector<LevelMerge> merges;
};

} // namespace isobar
