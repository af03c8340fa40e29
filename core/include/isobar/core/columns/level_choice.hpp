#pragma once
#include <isobar/core/columns/multigrid_options.hpp>
#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/launch/grid_setup.hpp>

#include <string>

/// Chooses the number of levels and the solver of the coarsest one where the options leave them
/// open.
namespace isobar {

/// The inputs of the choice of levels.
struct LevelInputs {
  double cfl = 0.0;    ///< horizontal CFL number 2 w / h, with h the smaller mesh width
  int nx = 0, ny = 0;  ///< columns of the finest level
  int most_levels = 1; ///< the limit that columns and the process grid set
  bool may_use_cg =
      true;             ///< on the coarsest level; CG around the cycle needs a linear solver there
  int mergeable = 4096; ///< the result of mergeable_layers
  Periodic closed{};    ///< directions without sides (Partition::closed)
  /// Whether a Krylov method surrounds the cycle. Such a method removes a single error itself.
  bool in_krylov = false;
};

/// The result of choose_levels().
struct LevelChoice {
  MultigridOptions options; ///< with a number in place of each automatic one
  std::string reason;       ///< one line that says what was chosen and why
};

/// Chooses levels until the CFL number of the coarsest one is at most 1, because two smoothing
/// steps solve such a level. Each coarser level halves the CFL number; where levels halve one axis
/// alone, two levels halve it. Where columns or ranks run out earlier, CG or more smoothing steps
/// make up for the missing levels (docs/robustness.md has the counts).
///
/// The function keeps options that are given. With a given number of levels, the coarsest one has
/// two smoothing steps, or CG to its tolerance. Automatic levels limit the number of merged layers.
/// Throws std::invalid_argument if the options ask for more levels than are possible.
LevelChoice choose_levels(const MultigridOptions& options, const LevelInputs& in);

/// The largest number of adjacent layers that coarser levels may hold as one. Where the vertical
/// coupling lam^2 / dz^2 is weaker than the horizontal one, 1 / h^2, smoothing by columns leaves
/// errors that also vary with height. Large time steps make lam small. Merged layers must not be
/// thicker than lam h.
int mergeable_layers(const GridSpec& spec, int nx, int ny);

/// The largest number of levels of nx x ny columns on one rank. Levels halve a direction without
/// sides only while its number of columns is even.
int most_levels(int nx, int ny, Periodic closed = {});

/// Chooses the levels of one rank that owns all columns. With several ranks, levels must be chosen
/// before columns are distributed. Throws std::invalid_argument if they were not.
MultigridOptions with_numbers(const MultigridOptions& options, const GridSetup& setup);

} // namespace isobar
