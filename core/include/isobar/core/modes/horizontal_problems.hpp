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
  double reach = 0.5; ///< multigrid solves the modes whose nu = CFL / sqrt(mu) is above it
  ModeCycle cycle = ModeCycle::fast;
  double reduction = 0.1; ///< the strongest reduction of an error that any solve requests of steps
};

/// Returns the number of modes of a setup that multigrid solves on all ranks. They are those of
/// least mu.
int low_modes(const GridSetup& setup, const ModeOptions& options);

/// Returns the layers that change ranks if modes replace layers. `least_columns`: the least number
/// of columns of any rank along shared axes. These layers are multigrid's modes. Steps solve the
/// others in a rank's own columns, and read columns beside them. The number of these columns
/// allows for a nu that updates make a quarter larger. All modes change ranks if columns have
/// functions of the position, because the number of steps is not known before. They also do so if
/// steps read more columns than ranks have, and with the vertex flux, whose steps exchange halos.
TransposedLayers mode_layers(const GridSetup& setup, const ModeOptions& options, int least_columns);

/// The modes that a rank solves, each given by its mu.
struct OwnModes {
  std::vector<double> low;   ///< multigrid's modes, ascending, in the first places of planes
  std::vector<double> steps; ///< mu of the mode at each place of the fields of steps
  int first_step = 0;        ///< steps solve the modes from this place on, in ascending order of mu
  /// The least mu of all ranks' modes. It determines the levels,
  /// so that each rank solves a mode in the same way.
  double least = 1.0;

  /// `values`: mu of all modes in ascending order. `low`: number
  /// of modes, from the first on, that multigrid solves.
  OwnModes(const ModeShares& shares, const std::vector<double>& values, int low);
};

/// A right-hand side and its solution.
template <class M> struct ModeFields { FieldOf<M> f, u; };

/// Solves this rank's modes. Multigrid solves the first ones in whole planes, with
/// modes in place of layers. Chebyshev-Jacobi steps solve the others. Modes are stored
/// in M; multigrid and the steps compute in L. On a GPU, steps run in a queue of their
/// own while small levels leave most of the device idle, unless they exchange halos.
template <class M, class L = M> class HorizontalProblems {
public:
  /// `setup` has all columns. Steps write the columns of `part`, which are all columns or those
  /// of ModeShares::has_modes_of_columns(). They read `beside` more columns on either side.
  HorizontalProblems(const GridSetup& setup, ModeCycle cycle, const OwnModes& modes,
                     const Partition& part, int beside);
  /// Device bytes. `steps`: number of places in the fields of steps. `low`: number of multigrid's
  /// modes.
  static Int64 bytes(const GridSetup& setup, ModeCycle cycle, int steps, int low);

  /// Takes other mu and columns for the same modes. Multigrid solves the same number of modes as
  /// before.
  void update(const GridSpec& spec, const OwnModes& modes);
  /// Sets the share of a mode's error that solve() leaves, except in symmetric
  /// cycles. If the share differs from the last one, numbers are sent to the device.
  void set_reduction(double reduction);
  /// Solves for u in owned cells. Reads owned cells of f, and for `columns`
  /// also the cells beside them. Both arguments may have the same fields.
  void solve(const ModeFields<M>& planes, const ModeFields<M>& columns);

private:
  /// `plane` has one mode in place of layers, and the mesh that all grids share.
  HorizontalProblems(const GridSetup& setup, const GridSetup& plane, ModeCycle cycle,
                     const OwnModes& modes, const Partition& part, int beside);

  OwnModes modes_;
  double unit_;
  std::optional<ModeCycles<M, L>> cycles_;
  GridOf<L> columns_; ///< grid of the steps, whose layers are not used
  ModeSweeps<M, L> sweeps_;
  OwnQueue queue_{0}; ///< queue of the steps
  double reduction_ = 0.0;
};

} // namespace isobar
