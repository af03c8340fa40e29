#include <isobar/core/mesh/quad_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar {
namespace {

/// The sine of each corner: the cross product of its edges over their lengths; 0 where an edge has no length.
std::array<double, 4> corner_sines(const QuadMesh& mesh, const std::array<int, 4>& quad) {
  std::array<double, 4> sines{};
  for (int k = 0; k < 4; ++k) {
    const Point& p = mesh.vertices[quad[k]];
    const Point& next = mesh.vertices[quad[(k + 1) % 4]];
    const Point& last = mesh.vertices[quad[(k + 3) % 4]];
    const double ax = next.x - p.x, ay = next.y - p.y, bx = last.x - p.x, by = last.y - p.y;
    const double lengths = std::hypot(ax, ay) * std::hypot(bx, by);
    sines[k] = lengths > 0.0 ? (ax * by - ay * bx) / lengths : 0.0;
  }
  return sines;
}

void check_vertices(const QuadMesh& mesh) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const auto& quad : mesh.quads)
    for (int v : quad) used.at(v) = true;
  for (std::size_t v = 0; v < used.size(); ++v) {
    const Point& p = mesh.vertices[v];
    if (!std::isfinite(p.x) || !std::isfinite(p.y))
      throw std::invalid_argument("vertex " + std::to_string(v) + " is not finite");
    if (!used[v])
      throw std::invalid_argument("vertex " + std::to_string(v) + " belongs to no quadrilateral");
  }
}

void check_corners(const QuadMesh& mesh) {
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    const double least = std::ranges::min(corner_sines(mesh, mesh.quads[q]));
    if (!(least > 1e-6))
      throw std::invalid_argument("quadrilateral " + std::to_string(q) + " is " +
                                  (least < -1e-6 ? "inverted" : "degenerate") +
                                  ": its vertices have to go counter-clockwise around corners of "
                                  "less than 180 degrees");
  }
}

void check_edges(const QuadMesh& mesh) {
  std::vector<int> neighbours(mesh.edges.size(), 0), rims(mesh.edges.size(), 0);
  for (const auto& edges : mesh.quad_edges)
    for (int e : edges) ++neighbours.at(e);
  for (const RimEdge& r : mesh.rim_edges) {
    ++rims.at(r.edge);
    if (r.rim < 0 || std::size_t(r.rim) >= mesh.rims.size())
      throw std::invalid_argument("edge " + std::to_string(r.edge) + " has boundary number " +
                                  std::to_string(r.rim) + ", which has no name");
  }
  for (std::size_t e = 0; e < mesh.edges.size(); ++e) {
    const auto complain = [&](const std::string& what) {
      throw std::invalid_argument("the edge of vertices " + std::to_string(mesh.edges[e][0]) +
                                  " and " + std::to_string(mesh.edges[e][1]) + " " + what);
    };
    if (neighbours[e] > 2)
      complain("has " + std::to_string(neighbours[e]) + " quadrilaterals, 2 are possible");
    if (neighbours[e] == 1 && rims[e] == 0) complain("is on the boundary and has no name");
    if (rims[e] > 1) complain("has more than one name");
    if (neighbours[e] == 2 && rims[e] > 0) complain("has a name but is not on the boundary");
  }
}

} // namespace

void check(const QuadMesh& mesh) {
  if (mesh.quads.empty()) throw std::invalid_argument("the mesh has no quadrilaterals");
  check_vertices(mesh);
  check_edges(mesh);
  check_corners(mesh);
}

MeshQuality quality(const QuadMesh& mesh) {
  MeshQuality all;
  for (const auto& quad : mesh.quads) {
    all.smallest_scaled_jacobian =
        std::min(all.smallest_scaled_jacobian, std::ranges::min(corner_sines(mesh, quad)));
    std::array<double, 4> lengths{};
    for (int k = 0; k < 4; ++k) {
      const Point &p = mesh.vertices[quad[k]], &next = mesh.vertices[quad[(k + 1) % 4]];
      lengths[k] = std::hypot(next.x - p.x, next.y - p.y);
    }
    all.largest_aspect_ratio =
        std::max(all.largest_aspect_ratio, std::ranges::max(lengths) / std::ranges::min(lengths));
  }
  return all;
}

} // namespace isobar
