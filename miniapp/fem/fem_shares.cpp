#include "fem/fem_shares.hpp"

#include <isobar/core/mesh/mesh_part.hpp>

#include <algorithm>

namespace isobar {

std::vector<RankShare> rank_shares(const QuadMesh& coarsest, const MeshPartition& partition) {
  if (partition.ranks == 1)
    return {{Int64(coarsest.vertices.size()), Int64(coarsest.edges.size()),
             Int64(coarsest.quads.size()), 0}};
  const MeshPart level = mesh_parts(coarsest, partition.level + 1, partition, 0).back();
  std::vector<RankShare> shares(std::size_t(partition.ranks));
  for (int owner : level.vertices.owners) ++shares[owner].vertices;
  for (int owner : level.edges.owners) ++shares[owner].edges;
  std::vector<std::vector<int>> ranks_of(level.edges.ids.size());
  for (std::size_t q = 0; q < level.mesh.quads.size(); ++q) {
    ++shares[partition.rank_of[q]].quads;
    for (int e : level.mesh.quad_edges[q]) ranks_of[e].push_back(partition.rank_of[q]);
  }
  for (const std::vector<int>& ranks : ranks_of)
    if (ranks.size() == 2 && ranks[0] != ranks[1])
      for (int rank : ranks) ++shares[rank].border;
  return shares;
}

Int64 owned_unknowns(const RankShare& share, int order, int refinements) {
  const Int64 inside = (Int64(order) << refinements) - 1; // on an edge
  return share.vertices + share.edges * inside + share.quads * inside * inside;
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
