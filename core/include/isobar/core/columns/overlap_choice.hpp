#pragma once
#include <isobar/core/columns/multigrid_options.hpp>

/// Chooses how many rows of its neighbours a rank computes on coarse levels (level_part.hpp), from the steps of a cycle.
namespace isobar {

/// The rows that the options give, on each level but the finest, and all rows of replicated
/// levels. Empty if there are none. The options have numbers of levels and coarse steps.
/// Throws std::invalid_argument if there are more numbers than levels below the finest.
Overlap overlap_of(const MultigridOptions& options);

/// So many rows that a cycle from zero exchanges no u of a coarse level: one exchange of a
/// level's right-hand side is enough. Every smoothing step and every residual takes a row.
/// The prolongation of a row reads a neighbouring coarse row (docs/communication.md).
Overlap deep_overlap(const MultigridOptions& options);
/// The same for nx x ny columns: if x alone is halved, a coarse level needs all rows of the finer one.
Overlap deep_overlap(const MultigridOptions& options, int nx, int ny);

} // namespace isobar
