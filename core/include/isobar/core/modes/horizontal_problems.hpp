#pragma once
#include <isobar/core/base/own_queue.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/mode_cycles.hpp>
#include <isobar/core/modes/mode_shares.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// Options of a solver in vertical modes.
struct ModeOptions {
  double reach = 0.5; ///< multigrid solves the modes with nu = CFL / sqrt(mu) above it
  ModeCycle cycle = ModeCycle::fast;
  double reduction = 0.1; ///< the strongest reduction of an error that steps will be asked for
};

/// The number of modes of a setup that multigrid solves on all ranks, from the least mu up.
int low_modes(const GridSetup& setup, const ModeOptions& options);

/// The layers that change ranks if modes replace layers. `least_columns`: columns that each rank has at least along shared
/// axes. These layers are multigrid's modes. Steps solve the others in a rank's own columns and those beside them that they
/// read, with a quarter more for updates. All modes change ranks if columns have functions of the position, whose number of
/// steps is not known before, if steps read more columns than ranks have, and with the vertex flux, whose steps exchange halos.
TransposedLayers mode_layers(const GridSetup& setup, const ModeOptions& options, int least_columns);

/// The modes that a rank solves, by their mu.
struct OwnModes {
  std::vector<double> low; ///< multigrid's modes, from the least up, in the first places of planes
  std::vector<double> steps; ///< the mode at each place of the fields of steps
  int first_step = 0;        ///< steps solve the modes from this place on, in ascending order of mu
  /// The least mu of all ranks' modes. It determines the levels, so that a mode is solved alike on any rank.
  double least = 1.0;

  /// `values`: mu of the modes in ascending order. The first `low` of all belong to multigrid.
  OwnModes(const ModeShares& shares, const std::vector<double>& values, int low);
};

/// A right-hand side and its solution.
template <class M> struct ModeFields { FieldOf<M> f, u; };

/// Solves this rank's modes. Multigrid solves the first ones in whole planes, with modes in place of layers;
/// Chebyshev-Jacobi steps solve the others. Modes are in M; multigrid and the steps compute in L. A GPU's steps
/// run in a queue of their own while small levels leave most of the device idle, unless they exchange halos.
template <class M, class L = M> class HorizontalProblems {
public:
  /// `setup` has all columns. Steps write the columns of `part`, which are all columns or
  /// those of ModeShares::has_modes_of_columns(), and read `beside` more on either side.
  HorizontalProblems(const GridSetup& setup, ModeCycle cycle, const OwnModes& modes,
                     const Partition& part, int beside);
  /// Device bytes, for so many places of the fields of steps, and modes of multigrid.
  static Int64 bytes(const GridSetup& setup, ModeCycle cycle, int steps, int low);

  /// Takes other mu and columns for the same modes. Multigrid solves as many as before.
  void update(const GridSpec& spec, const OwnModes& modes);
  /// Sets the share of a mode's error that solve() leaves, except in symmetric cycles. Another share than before sends numbers to the device.
  void set_reduction(double reduction);
  /// Writes owned cells of u. Reads owned cells of f, and also those beside them for columns. Both may be the same fields.
  void solve(const ModeFields<M>& planes, const ModeFields<M>& columns);

private:
  /// `plane` has one mode in place of layers, and the mesh that all grids share.
  HorizontalProblems(const GridSetup& setup, const GridSetup& plane, ModeCycle cycle,
                     const OwnModes& modes, const Partition& part, int beside);

  OwnModes modes_;
  double unit_;
  std::optional<ModeCycles<M, L>> cycles_;
  GridOf<L> columns_; ///< its layers are not used
  ModeSweeps<M, L> sweeps_;
  OwnQueue queue_{0}; ///< for the steps
  double reduction_ = 0.0;
};

} // namespace isobar
