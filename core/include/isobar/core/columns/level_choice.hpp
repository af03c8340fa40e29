#pragma once
#include <isobar/core/columns/multigrid_options.hpp>
#include <isobar/core/grid/coarsening.hpp>
#include <isobar/core/launch/grid_setup.hpp>

#include <string>

/// Chooses the number of levels and the solver of the coarsest one where options leave them open.
namespace isobar {

/// The inputs of the choice of levels.
struct LevelInputs {
  double cfl = 0.0;    ///< horizontal CFL number 2 w / h, h the smaller mesh width
  int nx = 0, ny = 0;  ///< columns of the finest level
  int most_levels = 1; ///< limit of the columns and the process grid
  bool may_use_cg =
      true;             ///< on the coarsest level; CG around the cycle wants a linear solver there
  int mergeable = 4096; ///< mergeable_layers
  Periodic closed{};    ///< directions without sides (Partition::closed)
  /// A Krylov method is around the cycle and removes a single error itself.
  bool in_krylov = false;
};

struct LevelChoice {
  MultigridOptions options; ///< with numbers for all that was automatic
  std::string reason;       ///< one line: what was chosen and why
};

/// Two smoothing steps solve a level whose CFL number is at most 1. Each coarser level
/// halves the CFL number; where levels halve one axis alone, two of them do. So levels
/// are added until it is at most 1. Where columns or ranks run out earlier, CG or more
/// smoothing steps make up for it (docs/robustness.md has the counts). Given options are
/// kept: with a given number of levels the coarsest has two smoothing steps, or CG to
/// its tolerance. Merged layers are kept too, but automatic levels limit their number.
/// Throws std::invalid_argument if the options ask for more levels than are possible.
LevelChoice choose_levels(const MultigridOptions& options, const LevelInputs& in);

/// Most adjacent layers that coarser levels may hold as one. Errors that remain after smoothing by
/// columns also vary with height where the vertical coupling lam^2 / dz^2 is weaker than the horizontal
/// one, 1 / h^2: large time steps make lam small. Merged layers must not be thicker than lam h.
int mergeable_layers(const GridSpec& spec, int nx, int ny);

/// Most levels of nx x ny columns on one rank. A direction without sides is
/// halved only while its number of columns is even.
int most_levels(int nx, int ny, Periodic closed = {});

/// The same for one rank that owns all columns. With several ranks levels have to be
/// chosen before columns are distributed; throws std::invalid_argument if they were not.
MultigridOptions with_numbers(const MultigridOptions& options, const GridSetup& setup);

} // namespace isobar
