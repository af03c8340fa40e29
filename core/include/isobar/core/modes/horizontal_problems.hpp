#pragma once
#include <isobar/core/base/own_queue.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/mode_cycles.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// What is chosen of a solver in vertical modes.
struct ModeOptions {
  double reach = 0.5; ///< multigrid solves modes of which nu = CFL / sqrt(mu) is above it
  ModeCycle cycle = ModeCycle::fast;
};

/// How many modes of a setup multigrid solves, from the least mu up: on all ranks.
int low_modes(const GridSetup& setup, const ModeOptions& options);

/// Solves modes in planes that stand whole on this rank. Multigrid solves the first of them, with modes in place of layers, and
/// Chebyshev-Jacobi steps the others. Modes are in M. Multigrid and the steps compute in L. A GPU's steps have a queue of their own: they
/// run while small levels leave most of the device idle.
template <class M, class L = M> class HorizontalProblems {
public:
  using Vector = FieldOf<M>;

  /// `setup` has all columns. `values`: mu of this rank's modes from the least up, at least one. Multigrid solves the first `low` of them. Levels follow
  /// from `least`, the least mu of all ranks' modes, so that a mode is solved alike wherever it stands.
  HorizontalProblems(const GridSetup& setup, ModeCycle cycle, const std::vector<double>& values,
                     int low, double least);
  /// Device bytes, for so many modes.
  static Int64 bytes(const GridSetup& setup, ModeCycle cycle, int modes, int low);

  /// The same modes with other mu and columns. Multigrid solves as many as before.
  void update(const GridSpec& spec, const std::vector<double>& values);
  /// What solve() leaves of a mode's error, but for those in symmetric cycles. On another one than before, numbers are sent to the device.
  void set_reduction(double reduction);
  /// Writes owned cells of u; reads those of f.
  void solve(const Vector& f, const Vector& u);

private:
  int low_; ///< modes that multigrid solves
  std::vector<double> values_;
  double unit_;
  std::optional<ModeCycles<M, L>> cycles_; ///< of these
  GridOf<L> columns_;                      ///< their layers are not asked
  ModeSweeps<M, L> sweeps_;
  OwnQueue queue_{0}; ///< of the steps
  double reduction_ = 0.0;
};

} // namespace isobar
