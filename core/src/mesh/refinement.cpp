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
    if (corners(mesh.quads[q]) == 3) continue;
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

namespace {

/// A mesh and the halves of its edges.
struct Halving {
  const QuadMesh& mesh;
  int vertices; ///< vertices of the mesh; midpoints come after them
  /// Returns the half of an edge that ends at a corner.
  int half(int edge, int corner) const { return 2 * edge + int(mesh.edges[edge][0] != corner); }
  int middle(int edge) const { return vertices + edge; }
};

void add_quarters(const Halving& old, std::size_t q, int centre, QuadMesh& fine) {
  const std::array<int, 4>&corner = old.mesh.quads[q], &around = old.mesh.quad_edges[q];
  const int inner = int(fine.edges.size());
  for (int k = 0; k < 4; ++k) fine.edges.push_back({old.middle(around[k]), centre});
  for (int c = 0; c < 4; ++c) {
    const int before = (c + 3) % 4, next = around[c], last = around[before];
    fine.quads.push_back({corner[c], old.middle(next), centre, old.middle(last)});
    fine.quad_edges.push_back(
        {old.half(next, corner[c]), inner + c, inner + before, old.half(last, corner[c])});
  }
}

void add_triangles(const Halving& old, std::size_t q, QuadMesh& fine) {
  const std::array<int, 4>&corner = old.mesh.quads[q], &around = old.mesh.quad_edges[q];
  const int inner = int(fine.edges.size());
  const auto middle = [&](int k) { return old.middle(around[k % 3]); };
  for (int k = 0; k < 3; ++k) fine.edges.push_back({middle(k), middle(k + 2)});
  for (int c = 0; c < 3; ++c) {
    fine.quads.push_back({corner[c], middle(c), middle(c + 2), -1});
    fine.quad_edges.push_back(
        {old.half(around[c], corner[c]), inner + c, old.half(around[(c + 2) % 3], corner[c]), -1});
  }
  fine.quads.push_back({middle(0), middle(1), middle(2), -1});
  fine.quad_edges.push_back({inner + 1, inner + 2, inner, -1});
}

} // namespace

QuadMesh refined(const QuadMesh& mesh) {
  require_room(mesh);
  const int vertices = int(mesh.vertices.size()), edges = int(mesh.edges.size());
  QuadMesh fine;
  fine.vertices = refined_vertices(mesh);
  fine.rims = mesh.rims;
  fine.layers = mesh.layers.refined();
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
  const Halving old{mesh, vertices};
  int centre = vertices + edges;
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    if (corners(mesh.quads[q]) == 3) add_triangles(old, q, fine);
    else add_quarters(old, q, centre++, fine);
  }
  return fine;
}

std::vector<QuadMesh> refinements(QuadMesh coarsest, int levels) {
  std::vector<QuadMesh> meshes{std::move(coarsest)};
  while (int(meshes.size()) < levels) meshes.push_back(refined(meshes.back()));
  return meshes;
}

} // namespace isobar
