#include "fem/fem_shares.hpp"

#include <isobar/core/mesh/mesh_part.hpp>

#include <algorithm>

namespace isobar {

namespace {

void add(RankShare& share, const std::array<int, 4>& quad) {
  ++share.quads;
  share.triangles += corners(quad) == 3;
  share.weight += partition_weight(quad);
}

} // namespace

std::vector<RankShare> rank_shares(const QuadMesh& coarsest, const MeshPartition& partition) {
  std::vector<RankShare> shares(std::size_t(partition.ranks));
  if (partition.ranks == 1) {
    shares[0].vertices = Int64(coarsest.vertices.size());
    shares[0].edges = Int64(coarsest.edges.size());
    for (const auto& quad : coarsest.quads) add(shares[0], quad);
    return shares;
  }
  const MeshPart level = mesh_parts(coarsest, partition.level + 1, partition, 0).back();
  for (int owner : level.vertices.owners) ++shares[owner].vertices;
  for (int owner : level.edges.owners) ++shares[owner].edges;
  std::vector<std::vector<int>> ranks_of(level.edges.ids.size());
  for (std::size_t q = 0; q < level.mesh.quads.size(); ++q) {
    add(shares[partition.rank_of[q]], level.mesh.quads[q]);
    for (int e : present(level.mesh.quad_edges[q])) ranks_of[e].push_back(partition.rank_of[q]);
  }
  for (const std::vector<int>& ranks : ranks_of)
    if (ranks.size() == 2 && ranks[0] != ranks[1])
      for (int rank : ranks) ++shares[rank].border;
  return shares;
}

Int64 owned_unknowns(const RankShare& share, int order, int refinements) {
  const Int64 inside = (Int64(order) << refinements) - 1; // unknowns on an edge
  return share.vertices + share.edges * inside + (share.quads - share.triangles) * inside * inside +
         share.triangles * (inside * (inside - 1) / 2);
}

UnknownsOfRanks unknowns_of_ranks(const std::vector<RankShare>& shares, int order,
                                  int refinements) {
  std::vector<Int64> unknowns;
  for (const RankShare& share : shares)
    unknowns.push_back(owned_unknowns(share, order, refinements));
  const auto [least, most] = std::ranges::minmax(unknowns);
  return {most, least};
}

} // namespace isobar
