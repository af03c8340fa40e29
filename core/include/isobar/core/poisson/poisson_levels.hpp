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
  std::vector<MergedPart> merged{}; ///< parts in the order of their levels, if this rank has any
  /// The cycles behind each merge. If empty, these are those of the surrounding cycle.
  std::vector<StageCycles<PoissonOptions>> behind{};
};

/// The numbers from which a rank makes one level of a box.
struct BoxLevelSetup {
  BoxSpec box;
  Partition partition;
  Halving halved; ///< axes that the next coarser level halves; none on the coarsest
  int index = 0;
};

/// Returns the setups of all levels, the finest first. With merges these are the levels in front
/// of the first one, and this rank's part of the level behind it. Throws std::invalid_argument if
/// the box does not have this number of levels, or if this rank's part of one cannot be halved.
std::vector<BoxLevelSetup> box_level_setups(const PoissonSetup& finest, int levels);
/// Returns box_level_setups(), and the setups of the levels behind each merge as far as this rank
/// has them.
std::vector<std::vector<BoxLevelSetup>> box_level_stages(const PoissonSetup& finest, int levels);

/// The levels of a box for CycleSolver, with the axes of next_halving() coarsened and point
/// smoothers (BoxSmoother). The finest level is in P. The others are in Q, which is P, or Float
/// under Double.
template <class P, class Q = P> struct PoissonLevels {
  /// Makes the levels. The communicators must outlive them. Throws std::invalid_argument as
  /// box_level_setups() does. Throws it also if an option is out of range, and if a periodic axis
  /// with an odd number of cells has red-black steps.
  static Hierarchy<P> make(const PoissonSetup& setup, const PoissonOptions& options,
                           Communicators<typename P::storage>& fine,
                           Communicators<typename Q::storage>& coarse);
  /// Device bytes of the levels on this rank.
  static Int64 bytes(const PoissonSetup& setup, const PoissonOptions& options);
};

} // namespace isobar
