#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/modes/kernels/mode_sweeps.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <vector>

namespace isobar {

/// What is chosen of a solver in vertical modes.
struct ModeOptions {
  double reach = 0.5; ///< multigrid solves modes of which CFL / sqrt(mu) is above it
};

/// Solves modes in planes that stand whole on this rank. Multigrid solves the first of them, with modes in place of layers, and
/// Chebyshev-Jacobi steps the others. Modes are in M; multigrid and the steps compute in L.
template <class M, class L = M> class HorizontalProblems {
public:
  using Vector = FieldOf<M>;

  /// `setup` has all columns. `values`: mu of the modes from the least up, at least one; multigrid solves the first `low` of them. The
  /// levels follow from the least mu of all ranks' modes, so that a mode is solved alike wherever it stands.
  HorizontalProblems(const GridSetup& setup, const ModeOptions& options,
                     const std::vector<double>& values, int low, double least);
  /// Device bytes, for so many modes.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, int modes, int low);

  /// The same modes with other mu and columns. Multigrid solves as many as before.
  void update(const GridSpec& spec, const std::vector<double>& values);
  /// What solve() leaves of a mode's error. On another one than before, numbers are sent to the device.
  void set_reduction(double reduction);
  /// Writes owned cells of u; reads those of f.
  void solve(const Vector& f, const Vector& u);

private:
  int low_; ///< modes that multigrid solves
  int held_; ///< modes that multigrid has: the same, but at least one, as it cannot be made without a layer
  std::vector<double> values_;
  double unit_;
  SelfCommunicators<typename L::storage> self_;
  Multigrid<L> multigrid_;
  GridOf<L> columns_;
  ModeSweeps<M, L> sweeps_;
  FieldOf<L> f_low_;
  double reduction_ = 0.0;
  int cycles_ = 0;
};

/// Multigrid solves so many modes: those of which CFL / sqrt(mu) is above options.reach.
int low_modes(const GridSetup& setup, const ModePencil& pencil, const ModeOptions& options);

} // namespace isobar
