#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

#include <optional>
#include <vector>

/// The numbers that travel when a level is merged. Nothing here calls MPI.
namespace isobar {

/// A level on both sides of a merge, by rank of the stage in front of it.
struct MergeParts {
  std::vector<Partition> parts;                 ///< beside the finer level; every rank has one
  std::vector<std::optional<Partition>> merged; ///< behind the merge; none: the rank waits
};

/// The numbers that travel one way between two fields: 0 is the part, 1 the merged one. A rank
/// copies its own numbers, line by line.
struct MergeWay {
  HaloPattern others;
  HaloSide own_from, own_to;
};

/// The shapes of a rank's two fields; the merged one is empty if the rank waits.
struct MergeShapes {
  FieldShape part, merged;
};

/// Sends each rank the owned cells of its merged columns, from all ranks that have a part of them.
MergeWay gather_way(const MergeParts& parts, int rank, const MergeShapes& shapes);

/// Sends each part its owned cells, its halo and the corners, from the ranks that gathered from it.
/// These are each column that both have, and the halo columns beside it. A rank copies from itself
/// the parts that it has whole behind the merge.
///
/// So a rank sends only to ranks from which it has gathered. Peers rely on this and need no
/// acknowledgement (peer_kernels.hpp). The writer of visit e's numbers into one of two buffers
/// knows that those of e - 2 are read. Gathers and scatters alternate. A rank begins gather e after
/// scatter e - 1 has come from all receivers, who sent it after their gather e - 1. A rank begins
/// scatter e after gather e has come from all receivers, who sent it after their scatter e - 1. If
/// every rank gets the whole level, all gather from all, as in a halo exchange, and nobody scatters
/// to others.
MergeWay scatter_way(const MergeParts& parts, int rank, const MergeShapes& shapes);

} // namespace isobar
