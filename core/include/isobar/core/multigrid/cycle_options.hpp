#pragma once
#include <isobar/core/multigrid/restriction.hpp>

#include <optional>
#include <vector>

/// A program's choices for multigrid on any kind of level. The initial
/// values are also the defaults of decks. Nothing here needs Kokkos.
namespace isobar {

/// How often a cycle visits the coarser levels: once (V),
/// twice (W), or once by an F-cycle and once by a V-cycle.
enum class CycleKind { v, w, f };

enum class CoarseSolver { smoother, cg };
/// Where the first cycle starts: from u = 0, or from the solution of the coarse levels (full
/// multigrid: one cycle on each, from the coarsest up).
enum class Start { zero, full };

/// The columns or cells that a smoothing step changes with the same u around
/// them: all, or first one colour of a chess board and then the other.
enum class Relaxation { jacobi, red_black };

/// From `level` on, so many ranks share all columns (merge.hpp); 0: each rank has all of them.
struct LevelMerge {
  int level = 1, ranks = 1;
  bool operator==(const LevelMerge&) const = default;
};

/// Options for levels of all kinds.
struct CycleOptions {
  CycleKind cycle = CycleKind::v;
  Start start = Start::zero;
  /// Relaxation factor of each smoothing step before and after the coarse correction.
  std::vector<double> pre_relaxation{2.0 / 3.0}, post_relaxation{2.0 / 3.0};
  std::optional<int>
      coarse_steps; ///< smoothing steps on the coarsest level, or most iterations of CG
  double coarse_tolerance = 1e-2; ///< of CG on the coarsest level
  bool record = true;             ///< the coarse levels' launches, if a device can replay them
};

/// Options for levels with fields (FieldLevel), which have the same names in decks.
struct FieldCycleOptions : CycleOptions {
  std::optional<int> levels;
  Relaxation relaxation = Relaxation::jacobi;
  /// Factors of the finest level alone, in pairs of lists: before and after the correction
  /// in the first cycle of a solve, in the second, and so on, in turn. Factors that differ
  /// between cycles make one polynomial of more roots. Empty: the same as on all levels.
  std::vector<std::vector<double>> finest_relaxation;
  Restriction restriction = Restriction::average;
  double coarse_relaxation = 2.0 / 3.0; ///< of each smoothing step on the coarsest level
  /// Whether steps begin with the rows that neighbours wait for, which travel while the others
  /// are computed. Needs ranks with neighbours only in y; columns do so on the finest level only.
  bool rim_first = false;
};

/// Whether the owned rows of the finer level give a coarse level's right-hand side, so that
/// those of all levels may travel together: nothing is smoothed before the correction.
inline bool rhs_travel_together(const CycleOptions& o) {
  return o.cycle == CycleKind::v && o.start == Start::zero && o.pre_relaxation.empty();
}

} // namespace isobar
