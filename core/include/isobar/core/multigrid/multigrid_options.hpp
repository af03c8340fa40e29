#pragma once
#include <isobar/core/grid/level_part.hpp>
#include <isobar/core/multigrid/restriction.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// How often a cycle visits the coarser levels: once (V), twice (W), or once by an F-cycle and once
/// by a V-cycle.
enum class CycleKind { v, w, f };

enum class CoarseSolver { smoother, cg };
/// Where the first cycle starts: from u = 0, or from the solution of the coarse levels (full
/// multigrid: one cycle on each, from the coarsest up).
enum class Start { zero, full };

/// The columns that a smoothing step solves with the same u around them: all, or one colour of a chess
/// board after the other.
enum class Relaxation { jacobi, red_black };

/// From this level on so many ranks have all there is (merge.hpp); 0: each rank has all of it.
struct LevelMerge {
  int level = 1, ranks = 1;
  bool operator==(const LevelMerge&) const = default;
};

/// What a program chooses of multigrid. The initial values are the defaults of decks, too. What is
/// empty is automatic: it follows from the CFL number, the columns and the ranks (level_choice.hpp).
/// Nothing here needs Kokkos.
struct MultigridOptions {
  std::optional<int> levels;
  CycleKind cycle = CycleKind::v;
  Relaxation relaxation = Relaxation::jacobi;
  /// Relaxation factor of each smoothing step before and after the coarse correction.
  std::vector<double> pre_relaxation{2.0 / 3.0}, post_relaxation{2.0 / 3.0};
  /// The same for the finest level alone, in pairs of lists: before and after in the first cycle of a
  /// solve, in the second, and so on, in turn. Factors that differ from cycle to cycle make one
  /// polynomial of more roots. Empty: as on all levels.
  std::vector<std::vector<double>> finest_relaxation;
  Restriction restriction = Restriction::average;
  /// Factor on the correction of each coarse level: rediscretised coarse operators answer smooth
  /// residuals with too little.
  double overcorrection = 1.0;
  int merged_layers = 1; ///< layers of the finest level that coarser ones hold as one
  Start start = Start::zero;
  std::optional<CoarseSolver> coarse_solver;
  std::optional<int> coarse_steps; ///< smoothing steps, or iterations of CG at the most
  double coarse_relaxation = 2.0 / 3.0;
  /// Relaxation factor of each smoothing step on the coarsest level, in place of coarse_steps and coarse_relaxation: of boxes
  /// alone. Empty: those.
  std::vector<double> coarsest_relaxation;
  double coarse_tolerance = 1e-2; ///< of CG on the coarsest level
  /// Rows of other ranks that a rank computes too, on level 1 and so on; automatic in a program, none otherwise.
  std::optional<Overlap> overlap;
  /// The first level that every rank computes whole; 0: none is.
  std::optional<int> replicated_from;
  /// Where coarse levels move to fewer ranks, from the finest to the coarsest. The ranks follow from it where levels are dealt
  /// to them (GridSetup::merged).
  std::vector<LevelMerge> merges;
  /// Steps on the finest level begin with the rows that neighbours wait for, which travel beside the others. Where
  /// ranks have neighbours in y alone.
  bool rim_first = false;
  bool record = true; ///< the coarse levels' launches, where a device can replay them
};

} // namespace isobar
