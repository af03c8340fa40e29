#pragma once
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

namespace isobar {

/// The source of the levels' matrix where coefficients have one number a cell. `product`: the
/// nearest products. `cells`: the couplings of cells (coupled_levels.hpp).
enum class LevelCoefficients { product, cells };

/// A program's choices for multigrid on columns. Empty options are automatic: they follow from the
/// CFL number, the columns and the ranks (level_choice.hpp). This header needs no Kokkos.
struct MultigridOptions : FieldCycleOptions {
  LevelCoefficients coefficients = LevelCoefficients::product;
  /// Factor on the correction of each coarse level. Rediscretised coarse operators make the
  /// corrections of smooth residuals too small.
  double overcorrection = 1.0;
  int merged_layers = 1; ///< layers of the finest level that coarser ones hold as one
  std::optional<CoarseSolver> coarse_solver;
  /// Rows of other ranks that a rank also computes, on level 1, level 2 and so on. If this is
  /// empty, a program chooses the rows, and the library takes none.
  std::optional<Overlap> overlap;
  /// The first level that every rank computes as a whole; 0: no level.
  std::optional<int> replicated_from;
  /// The merges: the levels from which on fewer ranks hold the columns, from the finest to the
  /// coarsest. The ranks are chosen when columns are distributed (GridSetup::merged).
  std::vector<LevelMerge> merges;
};

} // namespace isobar
