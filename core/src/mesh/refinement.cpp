#include <isobar/core/mesh/refinement.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

void require_room(const QuadMesh& mesh) {
  const std::int64_t edges =
      2 * std::int64_t(mesh.edges.size()) + 4 * std::int64_t(mesh.quads.size());
  if (edges > std::numeric_limits<int>::max())
    throw std::length_error("a mesh of " + std::to_string(edges) +
                            " edges is larger than its indices can count");
}

} // namespace

std::vector<Point> refined_vertices(const QuadMesh& mesh) {
  std::vector<Point> points = mesh.vertices;
  const std::size_t vertices = points.size();
  points.reserve(vertices + mesh.edges.size() + mesh.quads.size());
  for (const auto& [a, b] : mesh.edges) {
    const Point p = points[a], q = points[b];
    points.push_back({0.5 * (p.x + q.x), 0.5 * (p.y + q.y)});
  }
  for (const RimEdge& r : mesh.rim_edges) {
    Point& middle = points[vertices + r.edge];
    middle = mesh.rims[r.rim].project(middle);
  }
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    Point centre;
    for (int k = 0; k < 4; ++k) {
      const Point& middle = points[vertices + mesh.quad_edges[q][k]];
      const Point& corner = points[mesh.quads[q][k]];
      centre.x += 0.5 * middle.x - 0.25 * corner.x;
      centre.y += 0.5 * middle.y - 0.25 * corner.y;
    }
    points.push_back(centre);
  }
  return points;
}

QuadMesh refined(const QuadMesh& mesh) {
  require_room(mesh);
  const int vertices = int(mesh.vertices.size()), edges = int(mesh.edges.size());
  QuadMesh fine;
  fine.vertices = refined_vertices(mesh);
  fine.rims = mesh.rims;
  fine.refinements = mesh.refinements + 1;
  fine.edges.reserve(2 * mesh.edges.size() + 4 * mesh.quads.size());
  for (int e = 0; e < edges; ++e) {
    fine.edges.push_back({mesh.edges[e][0], vertices + e});
    fine.edges.push_back({vertices + e, mesh.edges[e][1]});
  }
  for (const RimEdge& r : mesh.rim_edges) {
    fine.rim_edges.push_back({2 * r.edge, r.rim});
    fine.rim_edges.push_back({2 * r.edge + 1, r.rim});
  }
  fine.quads.reserve(4 * mesh.quads.size());
  fine.quad_edges.reserve(4 * mesh.quads.size());
  for (int q = 0; q < int(mesh.quads.size()); ++q) {
    const std::array<int, 4>&corners = mesh.quads[q], &around = mesh.quad_edges[q];
    const int centre = vertices + edges + q, inner = 2 * edges + 4 * q;
    for (int k = 0; k < 4; ++k) fine.edges.push_back({vertices + around[k], centre});
    for (int c = 0; c < 4; ++c) {
      const int before = (c + 3) % 4, next = around[c], last = around[before];
      const auto half = [&](int e) { return 2 * e + int(mesh.edges[e][0] != corners[c]); };
      fine.quads.push_back({corners[c], vertices + next, centre, vertices + last});
      fine.quad_edges.push_back({half(next), inner + c, inner + before, half(last)});
    }
  }
  return fine;
}

std::vector<QuadMesh> refinements(QuadMesh coarsest, int levels) {
  std::vector<QuadMesh> meshes{std::move(coarsest)};
  while (int(meshes.size()) < levels) meshes.push_back(refined(meshes.back()));
  return meshes;
}

} // namespace isobar
