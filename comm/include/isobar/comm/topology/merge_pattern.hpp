#pragma once
#include <isobar/comm/topology/halo_pattern.hpp>

#include <optional>
#include <vector>

/// Which numbers travel where a level is merged. Nothing here calls MPI.
namespace isobar {

/// A level on both sides of a merge, by rank of those in front of it.
struct MergeParts {
  std::vector<Partition> parts;                 ///< beside the finer level; each rank has one
  std::vector<std::optional<Partition>> merged; ///< behind the merge; none: the rank waits
};

/// What travels one way, of two fields: 0 is the part, 1 is merged. What a rank has itself it copies, line by line.
struct MergeWay {
  HaloPattern others;
  HaloSide own_from, own_to;
};

/// The shapes of a rank's two fields; the merged one is empty where the rank waits.
struct MergeShapes {
  FieldShape part, merged;
};

/// To everyone the owned cells of its merged columns, from all that have a part of them.
MergeWay gather_way(const MergeParts& parts, int rank, const MergeShapes& shapes);

/// To each part its owned cells, its halo and the corners, by those who gathered from it: each column that they have in
/// common, and the halo columns beside it. What a rank has wholly behind the merge it takes from itself.
///
/// So a rank sends only to ranks from which it has gathered, and that is what peers rely on (peer_kernels.hpp): they spare
/// an acknowledgement as whoever writes the numbers of visit e into one of two buffers knows that those of e - 2 are
/// read. Gathers and scatters alternate. A rank gathers e after it has the scatter e - 1 from all whom it sends to, who sent that
/// behind their gather e - 1. And who scatters e has gathered e from all whom it sends to, who sent that behind their
/// scatter e - 1. Where every rank gets the whole level all gather from all, as in a halo exchange, and nobody
/// scatters to others.
MergeWay scatter_way(const MergeParts& parts, int rank, const MergeShapes& shapes);

} // namespace isobar
