#include <isobar/core/mesh/quad_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>

namespace isobar {
namespace {

using EdgeKey = std::array<int, 2>;
EdgeKey key(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

void require_vertices(const std::vector<std::array<int, 4>>& quads, std::size_t vertices) {
  for (std::size_t q = 0; q < quads.size(); ++q)
    for (int v : present(quads[q]))
      if (v < 0 || std::size_t(v) >= vertices)
        throw std::invalid_argument("quadrilateral " + std::to_string(q) + " has vertex " +
                                    std::to_string(v) + ", vertices are 0 to " +
                                    std::to_string(std::int64_t(vertices) - 1));
}

} // namespace

Point Rim::project(Point p) const {
  if (shape == Shape::straight) return p;
  const double dx = p.x - centre.x, dy = p.y - centre.y, scale = radius / std::hypot(dx, dy);
  return {centre.x + scale * dx, centre.y + scale * dy};
}

int QuadMesh::triangles() const {
  return int(std::ranges::count_if(quads, [](const auto& quad) { return corners(quad) == 3; }));
}

int QuadMesh::rim(std::string_view name) const {
  const auto found = std::ranges::find(rims, name, &Rim::name);
  if (found != rims.end()) return int(found - rims.begin());
  std::string names;
  for (const Rim& r : rims) names += (names.empty() ? "" : ", ") + r.name;
  throw std::invalid_argument("the mesh has no boundary '" + std::string(name) + "', only " +
                              names);
}

QuadMesh make_mesh(std::vector<Point> vertices, std::vector<std::array<int, 4>> quads,
                   std::span<const RimSegment> segments, std::vector<Rim> rims,
                   const MeshOrigin& origin) {
  require_vertices(quads, vertices.size());
  QuadMesh mesh{std::move(vertices), std::move(quads), {}, {}, {}, std::move(rims)};
  std::map<EdgeKey, int> index;
  for (const auto& quad : mesh.quads) {
    std::array<int, 4> of_quad{-1, -1, -1, -1};
    for (int k = 0; k < corners(quad); ++k) {
      const EdgeKey ends = key(quad[k], quad[(k + 1) % corners(quad)]);
      const auto [at, is_new] = index.try_emplace(ends, int(mesh.edges.size()));
      if (is_new) mesh.edges.push_back(ends);
      of_quad[k] = at->second;
    }
    mesh.quad_edges.push_back(of_quad);
  }
  for (std::size_t n = 0; n < segments.size(); ++n) {
    const RimSegment& s = segments[n];
    const auto at = index.find(key(s.vertices[0], s.vertices[1]));
    if (at == index.end())
      throw std::invalid_argument(origin.segment(int(n), s.vertices) +
                                  " on the boundary is no edge of a quadrilateral");
    mesh.rim_edges.push_back({at->second, s.rim});
  }
  std::ranges::sort(mesh.rim_edges, {}, &RimEdge::edge);
  check(mesh, origin);
  return mesh;
}

} // namespace isobar
