#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/multigrid/coarser_level.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>
#include <isobar/core/multigrid/embedded_level.hpp>
#include <isobar/core/poisson/poisson_options.hpp>

#include <vector>

namespace isobar {

/// The numbers from which a rank makes the levels of a box.
struct PoissonSetup {
  BoxSpec box;
  Partition partition;              ///< this rank's columns on the finest level
  std::vector<MergedPart> merged{}; ///< in the order of their levels, as far as this rank has any
  /// The cycles behind each merge; empty: those of the cycle around them.
  std::vector<StageCycles<PoissonOptions>> behind{};
};

/// The numbers from which it makes one of them.
struct BoxLevelSetup {
  BoxSpec box;
  Partition partition;
  Halving halved; ///< axes that the next coarser level halves; none on the coarsest
  int index = 0;
};

/// All levels, the finest first; with merges those in front of the first one, and this rank's part of the one behind it. Throws
/// std::invalid_argument if there are not so many, or if this rank's part of one cannot be halved.
std::vector<BoxLevelSetup> box_level_setups(const PoissonSetup& finest, int levels);
/// These, and those behind each merge as far as this rank has them.
std::vector<std::vector<BoxLevelSetup>> box_level_stages(const PoissonSetup& finest, int levels);

/// The levels of a box for CycleSolver, with all axes coarsened (next_halving) and point smoothers (BoxSmoother). The finest is
/// in P, the others are in Q, which is P, or Float under Double.
template <class P, class Q = P> struct PoissonLevels {
  /// The communicators must outlive the levels. Throws std::invalid_argument as box_level_setups does, for an option out of
  /// range, and for red-black steps around an odd number of cells.
  static Hierarchy<P> make(const PoissonSetup& setup, const PoissonOptions& options,
                           Communicators<typename P::storage>& fine,
                           Communicators<typename Q::storage>& coarse);
  /// Device bytes of the levels on this rank.
  static Int64 bytes(const PoissonSetup& setup, const PoissonOptions& options);
};

} // namespace isobar
