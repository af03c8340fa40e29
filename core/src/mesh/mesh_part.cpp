#include <isobar/core/mesh/mesh_part.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>

namespace isobar {
namespace {

std::vector<std::int64_t> all_ids(std::size_t count) {
  std::vector<std::int64_t> ids(count);
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

/// Returns the owner of each vertex or edge, one of the ranks of the quadrilaterals around it. The number of the vertex or edge
/// chooses evenly among these ranks.
std::vector<int> owners_around(std::size_t count, const std::vector<std::array<int, 4>>& named,
                               const std::vector<int>& rank_of_quad) {
  std::vector<std::vector<int>> around(count);
  for (std::size_t q = 0; q < named.size(); ++q)
    for (int n : present(named[q])) around[n].push_back(rank_of_quad[q]);
  std::vector<int> owners;
  for (std::size_t n = 0; n < count; ++n) {
    std::ranges::sort(around[n]);
    around[n].erase(std::unique(around[n].begin(), around[n].end()), around[n].end());
    owners.push_back(around[n][n % around[n].size()]);
  }
  return owners;
}

void find_rim_vertices(MeshPart& part) {
  for (const RimEdge& r : part.mesh.rim_edges)
    for (int v : part.mesh.edges[r.edge]) part.rim_vertices.push_back({v, r.rim});
}

/// Numbers the centres of a level that every rank has whole.
void number_centres(MeshPart& part) {
  part.all_centres = part.all_quads - part.mesh.triangles();
  if (!part.has_triangles()) return;
  std::int64_t before = 0;
  for (const auto& quad : part.mesh.quads) {
    part.centres_before.push_back(before);
    before += corners(quad) == 4;
  }
}

/// Returns a level that every rank has whole, without owners.
MeshPart whole_level(const QuadMesh& mesh, int rank, int level) {
  MeshPart part;
  part.mesh = mesh;
  part.mesh.refinements = 0;
  part.rank = rank;
  part.level = level;
  part.vertices.ids = all_ids(mesh.vertices.size());
  part.edges.ids = all_ids(mesh.edges.size());
  part.quads.ids = all_ids(mesh.quads.size());
  part.all_vertices = std::int64_t(mesh.vertices.size());
  part.all_edges = std::int64_t(mesh.edges.size());
  part.all_quads = std::int64_t(mesh.quads.size());
  number_centres(part);
  find_rim_vertices(part);
  if (level > 0)
    for (std::size_t g = 0; g < mesh.quads.size() / 4; ++g) part.parents.push_back(int(g));
  return part;
}

/// Sets the owners of a level coarser than the distributed one. Refinement makes vertices of edges and quadrilaterals, and
/// keeps their order. So all of them are vertices of the distributed level, and take the owners of these vertices. A triangle
/// becomes no vertex, and takes the owner of its first corner.
void take_owners(MeshPart& part, const std::vector<int>& vertex_owners) {
  part.is_distributed = false;
  auto next = vertex_owners.begin();
  const auto take = [&](PartEntities& entities) {
    entities.owners.assign(next, next + std::ptrdiff_t(entities.ids.size()));
    next += std::ptrdiff_t(entities.ids.size());
  };
  take(part.vertices);
  take(part.edges);
  for (const auto& quad : part.mesh.quads)
    part.quads.owners.push_back(corners(quad) == 4 ? *next++ : part.vertices.owners[quad[0]]);
}

} // namespace

std::vector<MeshPart> mesh_parts(const QuadMesh& coarsest, int levels,
                                 const MeshPartition& partition, int rank) {
  if (rank < 0 || rank >= partition.ranks)
    throw std::invalid_argument("a partition for " + std::to_string(partition.ranks) +
                                " ranks has no rank " + std::to_string(rank));
  if (partition.level >= levels)
    throw std::invalid_argument("a partition of level " + std::to_string(partition.level) +
                                " does not fit a mesh of " + std::to_string(levels) + " levels");
  const auto meshes = refinements(coarsest, partition.level + 1);
  if (partition.rank_of.size() != meshes.back().quads.size())
    throw std::invalid_argument("a partition of " + std::to_string(partition.rank_of.size()) +
                                " quadrilaterals does not fit a mesh that has " +
                                std::to_string(meshes.back().quads.size()) + " on level " +
                                std::to_string(partition.level));
  std::vector<MeshPart> parts;
  for (const QuadMesh& mesh : meshes) parts.push_back(whole_level(mesh, rank, int(parts.size())));
  MeshPart& distributed = parts.back();
  const QuadMesh& mesh = distributed.mesh;
  distributed.quads.owners = partition.rank_of;
  distributed.vertices.owners = owners_around(mesh.vertices.size(), mesh.quads, partition.rank_of);
  distributed.edges.owners = owners_around(mesh.edges.size(), mesh.quad_edges, partition.rank_of);
  for (MeshPart& part : std::span(parts).first(parts.size() - 1))
    take_owners(part, distributed.vertices.owners);
  while (int(parts.size()) < levels) parts.push_back(refined(parts.back()));
  return parts;
}

} // namespace isobar
