#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/fem/fem_counts.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>

#include <vector>

/// The ranks' shares of a mesh, computed from its coarse levels. Nothing here needs a running Kokkos.
namespace isobar {

/// One rank's share of the level that the partition distributes.
struct RankShare {
  Int64 vertices = 0, edges = 0, quads = 0; ///< those that the rank owns
  Int64 triangles = 0;                      ///< the triangles among `quads`
  Int64 weight = 0;                         ///< the sum of weights by which `quads` are distributed
  Int64 border = 0; ///< edges that its quadrilaterals share with those of other ranks
};
std::vector<RankShare> rank_shares(const QuadMesh& coarsest, const MeshPartition& partition);

/// A rank's owned unknowns on a level that is `refinements` finer than the distributed level.
Int64 owned_unknowns(const RankShare& share, int order, int refinements);

/// The owned unknowns of the largest and the smallest rank.
struct UnknownsOfRanks {
  Int64 most = 0, least = 0;
};
UnknownsOfRanks unknowns_of_ranks(const std::vector<RankShare>& shares, int order, int refinements);

} // namespace isobar
