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

/// The method that solves on the coarsest level.
enum class CoarseSolver { smoother, cg };
/// The start of the first cycle. `zero` starts it from u = 0. `full` starts it from the solution of
/// the coarse levels (full multigrid: one cycle on each level, from the coarsest up).
enum class Start { zero, full };

/// The columns or cells that a smoothing step changes from the same u. `jacobi` changes
/// all; `red_black` changes first one colour of a chess board and then the other.
enum class Relaxation { jacobi, red_black };

/// From `level` on, this number of ranks share all columns (merge.hpp). With 0, each rank has all
/// columns.
struct LevelMerge {
  int level = 1, ranks = 1;
  bool operator==(const LevelMerge&) const = default;
};

/// Options for levels of all kinds.
struct CycleOptions {
  CycleKind cycle = CycleKind::v;
  Start start = Start::zero;
  /// Relaxation factors of the smoothing steps before and after the coarse correction, one for each
  /// step.
  std::vector<double> pre_relaxation{2.0 / 3.0}, post_relaxation{2.0 / 3.0};
  std::optional<int>
      coarse_steps; ///< number of smoothing steps on the coarsest level, or the most iterations of CG
  double coarse_tolerance = 1e-2; ///< relative tolerance of CG on the coarsest level
  bool record = true;             ///< whether a device replays the coarse levels' launches
};

/// Options for levels with fields (FieldLevel). Decks use the same names.
struct FieldCycleOptions : CycleOptions {
  std::optional<int> levels;
  Relaxation relaxation = Relaxation::jacobi;
  /// Relaxation factors of the finest level alone, in pairs of lists: before and after the
  /// correction. The first pair is for the first cycle of a solve, the second for the
  /// second cycle, and so on in turn. Factors that differ between cycles make one
  /// polynomial with more roots. If empty, the finest level has the factors of all levels.
  std::vector<std::vector<double>> finest_relaxation;
  Restriction restriction = Restriction::average;
  double coarse_relaxation = 2.0 / 3.0; ///< factor of each smoothing step on the coarsest level
  /// Whether steps begin with the rows that neighbours wait for. These rows then travel while the
  /// step computes the others. This requires ranks with neighbours in y alone. Columns do this on
  /// the finest level only.
  bool rim_first = false;
};

/// Whether nothing is smoothed before the correction. Then the owned rows of the finer level are
/// enough to compute a coarse level's right-hand side. So the right-hand sides of all levels may
/// travel together.
inline bool rhs_travel_together(const CycleOptions& o) {
  return o.cycle == CycleKind::v && o.start == Start::zero && o.pre_relaxation.empty();
}

} // namespace isobar
