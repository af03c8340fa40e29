#pragma once
#include <isobar/core/base/own_queue.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/mode_cycles.hpp>
#include <isobar/core/modes/mode_shares.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// What is chosen of a solver in vertical modes.
struct ModeOptions {
  double reach = 0.5; ///< multigrid solves modes of which nu = CFL / sqrt(mu) is above it
  ModeCycle cycle = ModeCycle::fast;
  double reduction = 0.1; ///< the least that steps will be asked to leave of an error
};

/// How many modes of a setup multigrid solves, from the least mu up: on all ranks.
int low_modes(const GridSetup& setup, const ModeOptions& options);

/// Which layers change ranks where modes stand in place of layers, for ranks that have at least so many columns along the axes that they
/// share: the modes that multigrid solves. Steps solve the others in a rank's own columns and those beside them that they read, with a
/// quarter more for updates. All modes change ranks where columns have functions of the position, as it is not known before how many steps
/// these take, where steps read more columns than ranks have, and with the vertex flux, whose steps exchange halos.
TransposedLayers mode_layers(const GridSetup& setup, const ModeOptions& options, int least_columns);

/// The modes that a rank solves, by their mu.
struct OwnModes {
  std::vector<double> low; ///< those of multigrid, from the least up, in the first places of planes
  std::vector<double> steps; ///< at each place of the fields of steps
  int first_step = 0;        ///< steps solve the modes from this place on; there mu grows
  /// The least mu of all ranks' modes. Levels follow from it, so that a mode is solved alike wherever it stands.
  double least = 1.0;

  /// Of modes in the order of their mu. The first `low` of all belong to multigrid.
  OwnModes(const ModeShares& shares, const std::vector<double>& values, int low);
};

/// A right-hand side and what solves it.
template <class M> struct ModeFields { FieldOf<M> f, u; };

/// Solves this rank's modes: the first ones by multigrid in whole planes, with modes in place of layers, and the others by Chebyshev-Jacobi
/// steps. Modes are in M. Multigrid and the steps compute in L. A GPU's steps have a queue of their own, but for those that exchange halos: they run while
/// small levels leave most of the device idle.
template <class M, class L = M> class HorizontalProblems {
public:
  /// `setup` has all columns. Steps write the columns of `part`, all of them or those of ModeShares::has_modes_of_columns(), and read
  /// `beside` more on either side.
  HorizontalProblems(const GridSetup& setup, ModeCycle cycle, const OwnModes& modes,
                     const Partition& part, int beside);
  /// Device bytes, for so many places of the fields of steps, and modes of multigrid.
  static Int64 bytes(const GridSetup& setup, ModeCycle cycle, int steps, int low);

  /// The same modes with other mu and columns. Multigrid solves as many as before.
  void update(const GridSpec& spec, const OwnModes& modes);
  /// What solve() leaves of a mode's error, but for those in symmetric cycles. On another one than before, numbers are sent to the device.
  void set_reduction(double reduction);
  /// Writes owned cells of u; reads those of f, and of columns also what is beside them. Both may be the same fields.
  void solve(const ModeFields<M>& planes, const ModeFields<M>& columns);

private:
  /// `plane` has one mode in place of layers, and the mesh that all grids share.
  HorizontalProblems(const GridSetup& setup, const GridSetup& plane, ModeCycle cycle,
                     const OwnModes& modes, const Partition& part, int beside);

  OwnModes modes_;
  double unit_;
  std::optional<ModeCycles<M, L>> cycles_;
  GridOf<L> columns_; ///< their layers are not asked
  ModeSweeps<M, L> sweeps_;
  OwnQueue queue_{0}; ///< of the steps
  double reduction_ = 0.0;
};

} // namespace isobar
