#pragma once
#include <isobar/core/columns/multigrid_options.hpp>

/// Chooses, from the steps of a cycle, how many rows of its neighbours a rank computes on coarse
/// levels (level_part.hpp).
namespace isobar {

/// The rows that the options give for each level but the finest, and all_rows for replicated
/// levels. Returns an empty list if no level has any. The options must have the numbers of levels
/// and of coarse steps. Throws std::invalid_argument if they give more numbers than there are
/// levels below the finest.
Overlap overlap_of(const MultigridOptions& options);

/// The rows with which a cycle from zero exchanges no u of a coarse level: one exchange of a
/// level's right-hand side is enough. Every smoothing step and every residual uses up a row. The
/// prolongation of a row reads a neighbouring coarse row (docs/communication.md).
Overlap deep_overlap(const MultigridOptions& options);
/// The same rows for nx x ny columns. If a level halves x alone, it needs all rows of the finer
/// level.
Overlap deep_overlap(const MultigridOptions& options, int nx, int ny);

} // namespace isobar
