#include <isobar/core/mesh/mesh_components.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace isobar {
namespace {

/// Sets of vertices that can be united (union-find with path halving).
class VertexSets {
public:
  explicit VertexSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int root(int v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(int a, int b) { parent_[root(a)] = root(b); }

private:
  std::vector<int> parent_;
};

MeshComponent component_of(const QuadMesh& mesh, VertexSets& sets, int root) {
  MeshComponent found;
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    if (sets.root(mesh.quads[q][0]) == root) found.quads.push_back(int(q));
  std::set<int> rims;
  for (const RimEdge& r : mesh.rim_edges)
    if (sets.root(mesh.edges[r.edge][0]) == root) rims.insert(r.rim);
  found.rims.assign(rims.begin(), rims.end());
  found.low = found.high = mesh.vertices[mesh.quads[found.quads.front()][0]];
  for (int q : found.quads)
    for (int v : present(mesh.quads[q])) {
      const Point& p = mesh.vertices[v];
      found.low = {std::min(found.low.x, p.x), std::min(found.low.y, p.y)};
      found.high = {std::max(found.high.x, p.x), std::max(found.high.y, p.y)};
    }
  return found;
}

} // namespace

MeshComponent free_component(const QuadMesh& mesh, std::span<const int> fixed_rims) {
  VertexSets sets(mesh.vertices.size());
  for (const auto& quad : mesh.quads)
    for (int v : present(quad)) sets.join(v, quad[0]);
  std::vector<bool> fixed(mesh.vertices.size(), false);
  for (const RimEdge& r : mesh.rim_edges)
    if (std::ranges::find(fixed_rims, r.rim) != fixed_rims.end())
      fixed[sets.root(mesh.edges[r.edge][0])] = true;
  for (const auto& quad : mesh.quads)
    if (const int root = sets.root(quad[0]); !fixed[root]) return component_of(mesh, sets, root);
  return {};
}

} // namespace isobar
