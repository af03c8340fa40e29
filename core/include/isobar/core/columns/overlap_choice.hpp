#pragma once
#include <isobar/core/columns/multigrid_options.hpp>

/// How many rows of its neighbours a rank computes on coarse levels (level_part.hpp), from what a cycle does.
namespace isobar {

/// The rows that the options give, on each level but the finest, and all rows where levels are replicated. Empty if
/// there are none. The options have numbers of levels and coarse steps. Throws std::invalid_argument if there
/// are more numbers than levels below the finest.
Overlap overlap_of(const MultigridOptions& options);

/// Just as many that after one exchange of a level's right-hand side no u of a coarse level has to be
/// exchanged in a cycle from zero: every smoothing step, and every residual, takes a row; the prolongation
/// of a row reads a coarse one beside it (docs/communication.md).
Overlap deep_overlap(const MultigridOptions& options);
/// The same for so many columns: where x alone is halved, a coarse level needs all rows of the finer one.
Overlap deep_overlap(const MultigridOptions& options, int nx, int ny);

} // namespace isobar
