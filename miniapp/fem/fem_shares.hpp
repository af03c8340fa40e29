#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/fem/fem_counts.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>

#include <vector>

/// What ranks get of a mesh, from its coarse levels alone. Nothing here needs a running Kokkos.
namespace isobar {

/// One rank's share of the level that is dealt.
struct RankShare {
  Int64 vertices = 0, edges = 0, quads = 0; ///< that it owns
  Int64 border = 0; ///< edges of its quadrilaterals that other ranks' have, too
};
std::vector<RankShare> rank_shares(const QuadMesh& coarsest, const MeshPartition& partition);

/// Unknowns of elements of an order that a rank owns on a level, after so many refinements of the level that is dealt.
Int64 owned_unknowns(const RankShare& share, int order, int refinements);

/// The largest and the smallest rank's of them.
struct UnknownsOfRanks {
  Int64 most = 0, least = 0;
};
UnknownsOfRanks unknowns_of_ranks(const std::vector<RankShare>& shares, int order, int refinements);

} // namespace isobar
