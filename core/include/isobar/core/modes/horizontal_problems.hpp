#pragma once
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/mode_cycles.hpp>

#include <optional>
#include <vector>

namespace isobar {

/// What is chosen of a solver in vertical modes.
struct ModeOptions {
  double reach = 0.5; ///< multigrid solves modes of which nu = CFL / sqrt(mu) is above it
};

/// How many modes multigrid solves, from the least mu up.
struct LowModes {
  int far = 0; ///< in cycles as wide as modes: float ones would leave 1e-4 of a right-hand side
  int all = 0; ///< these, and those in cycles that may be narrower
};

/// Solves modes in planes that stand whole on this rank. Multigrid solves the first of them, with modes in place of layers, and
/// Chebyshev-Jacobi steps the others. Modes are in M. Multigrid and the steps compute in L, but for modes with nu above 4.
template <class M, class L = M> class HorizontalProblems {
public:
  using Vector = FieldOf<M>;

  /// Of all modes of a setup, on all ranks.
  static LowModes low_modes(const GridSetup& setup, const ModeOptions& options);

  /// `setup` has all columns. `values`: mu of this rank's modes from the least up, at least one, and `low` counts these. Levels follow
  /// from `least`, the least mu of all ranks' modes, so that a mode is solved alike wherever it stands.
  HorizontalProblems(const GridSetup& setup, const std::vector<double>& values, const LowModes& low,
                     double least);
  /// Device bytes, for so many modes.
  static Int64 bytes(const GridSetup& setup, int modes, const LowModes& low);

  /// The same modes with other mu and columns. Multigrid solves as many as before.
  void update(const GridSpec& spec, const std::vector<double>& values);
  /// What solve() leaves of a mode's error. On another one than before, numbers are sent to the device.
  void set_reduction(double reduction);
  /// Writes owned cells of u; reads those of f.
  void solve(const Vector& f, const Vector& u);

private:
  LowModes low_;
  std::vector<double> values_;
  double unit_;
  std::optional<ModeCycles<M, M>> far_;
  std::optional<ModeCycles<M, L>> near_;
  GridOf<L> columns_; ///< their layers are not asked
  ModeSweeps<M, L> sweeps_;
  double reduction_ = 0.0;
  int cycles_ = 0;
};

} // namespace isobar
