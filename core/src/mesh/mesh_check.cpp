#include <isobar/core/mesh/quad_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace isobar {
namespace {

/// Returns the sine of each corner: the cross product of its edges divided by their lengths. It is 0 if an edge has no length,
/// and 1 for a triangle's missing corner.
std::array<double, 4> corner_sines(const QuadMesh& mesh, const std::array<int, 4>& quad) {
  std::array<double, 4> sines{1.0, 1.0, 1.0, 1.0};
  const int count = corners(quad);
  for (int k = 0; k < count; ++k) {
    const Point& p = mesh.vertices[quad[k]];
    const Point& next = mesh.vertices[quad[(k + 1) % count]];
    const Point& last = mesh.vertices[quad[(k + count - 1) % count]];
    const double ax = next.x - p.x, ay = next.y - p.y, bx = last.x - p.x, by = last.y - p.y;
    const double lengths = std::hypot(ax, ay) * std::hypot(bx, by);
    sines[k] = lengths > 0.0 ? (ax * by - ay * bx) / lengths : 0.0;
  }
  return sines;
}

void check_vertices(const QuadMesh& mesh, const MeshOrigin& origin) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const auto& quad : mesh.quads)
    for (int v : present(quad)) used.at(v) = true;
  for (std::size_t v = 0; v < used.size(); ++v) {
    const auto complain = [&](const char* what) {
      throw std::invalid_argument(origin.place_of_vertex(int(v)) + origin.vertex(int(v)) + what);
    };
    const Point& p = mesh.vertices[v];
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) complain(" is not finite");
    if (!used[v]) complain(" belongs to no quadrilateral");
  }
}

void check_extent(const QuadMesh& mesh, const MeshOrigin& origin) {
  const auto [left, right] = std::ranges::minmax(mesh.vertices, {}, &Point::x);
  const auto [low, high] = std::ranges::minmax(mesh.vertices, {}, &Point::y);
  const double extent = std::max(right.x - left.x, high.y - low.y);
  if (extent >= least_extent && extent <= most_extent) return;
  std::ostringstream text;
  text << origin.mesh() << " is " << extent << " wide; expected " << least_extent << " to "
       << most_extent << ", in another unit of length";
  throw std::invalid_argument(text.str());
}

void check_corners(const QuadMesh& mesh, const MeshOrigin& origin) {
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    const double least = std::ranges::min(corner_sines(mesh, mesh.quads[q]));
    if (!(least > 1e-6))
      throw std::invalid_argument(origin.place_of_quad(int(q)) + origin.quad(int(q)) + " is " +
                                  (least < -1e-6 ? "inverted" : "degenerate") +
                                  ": its vertices have to go counter-clockwise around corners of "
                                  "less than 180 degrees");
  }
}

/// The quadrilaterals of an edge.
struct AtEdge {
  int quads = 0, first = -1, last = -1; ///< their number, and two of them
  int forwards = 0; ///< quadrilaterals that pass from its first vertex to its last
  int names = 0;
};

std::vector<AtEdge> at_edges(const QuadMesh& mesh) {
  std::vector<AtEdge> all(mesh.edges.size());
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    for (int k = 0; k < corners(mesh.quads[q]); ++k) {
      const int e = mesh.quad_edges[q][k];
      AtEdge& at = all.at(std::size_t(e));
      if (at.quads++ == 0) at.first = int(q);
      at.last = int(q);
      at.forwards += int(mesh.quads[q][k] == mesh.edges[e][0]);
    }
  for (const RimEdge& r : mesh.rim_edges) {
    ++all.at(std::size_t(r.edge)).names;
    if (r.rim < 0 || std::size_t(r.rim) >= mesh.rims.size())
      throw std::invalid_argument("edge " + std::to_string(r.edge) + " has boundary number " +
                                  std::to_string(r.rim) + ", which has no name");
  }
  return all;
}

[[noreturn]] void complain_of(const QuadMesh& mesh, const MeshOrigin& origin, std::size_t edge,
                              const AtEdge& at, const std::string& what) {
  throw std::invalid_argument(origin.place_of_quad(at.first) + "the edge of " +
                              origin.vertices_of(mesh.edges[edge]) +
                              (origin.file.empty() ? "" : " of " + origin.quad(at.first)) + what);
}

void check_edges(const QuadMesh& mesh, const MeshOrigin& origin, const std::vector<AtEdge>& edges) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const AtEdge& at = edges[e];
    const auto complain = [&](const std::string& what) { complain_of(mesh, origin, e, at, what); };
    if (at.quads > 2)
      complain(" has " + std::to_string(at.quads) + " quadrilaterals, 2 are possible");
    if (at.quads == 1 && at.names == 0) complain(" is on the boundary and has no name");
    if (at.names > 1) complain(" has more than one name");
    if (at.quads == 2 && at.names > 0) complain(" has a name but is not on the boundary");
  }
}

/// All quadrilaterals are counter-clockwise, so the two quadrilaterals of an edge pass along it in opposite directions.
void check_folds(const QuadMesh& mesh, const MeshOrigin& origin, const std::vector<AtEdge>& edges) {
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (const AtEdge& at = edges[e]; at.quads == 2 && at.forwards != 1)
      complain_of(mesh, origin, e, at,
                  " has " + origin.quad(at.last) + " on the same side: the mesh is folded there");
}

/// Two vertices of a quadrilateral: an edge of the mesh, or a diagonal.
struct VertexPair {
  std::array<int, 2> ends;
  int quad; ///< below 0 for an edge
};

/// Two quadrilaterals may share an edge, a vertex or nothing. So the ends of a diagonal must not be those of an edge or of
/// another diagonal.
void check_diagonals(const QuadMesh& mesh, const MeshOrigin& origin) {
  std::vector<VertexPair> pairs;
  for (const auto& [a, b] : mesh.edges) pairs.push_back({{std::min(a, b), std::max(a, b)}, -1});
  for (std::size_t q = 0; q < mesh.quads.size(); ++q)
    for (int k = 0; k < (corners(mesh.quads[q]) == 4 ? 2 : 0); ++k) {
      const int a = mesh.quads[q][k], b = mesh.quads[q][k + 2];
      pairs.push_back({{std::min(a, b), std::max(a, b)}, int(q)});
    }
  std::ranges::stable_sort(pairs, {}, &VertexPair::ends);
  for (std::size_t n = 1; n < pairs.size(); ++n)
    if (pairs[n].ends == pairs[n - 1].ends)
      throw std::invalid_argument(origin.place_of_quad(pairs[n].quad) + origin.quad(pairs[n].quad) +
                                  " shares " + origin.vertices_of(pairs[n].ends) +
                                  " with a quadrilateral, and not as an edge of both");
}

} // namespace

void check(const QuadMesh& mesh, const MeshOrigin& origin) {
  if (mesh.quads.empty()) throw std::invalid_argument(origin.mesh() + " has no quadrilaterals");
  check_vertices(mesh, origin);
  check_extent(mesh, origin);
  const std::vector<AtEdge> edges = at_edges(mesh);
  check_edges(mesh, origin, edges);
  check_corners(mesh, origin);
  check_folds(mesh, origin, edges);
  check_diagonals(mesh, origin);
}

MeshQuality quality(const QuadMesh& mesh) {
  MeshQuality all;
  for (const auto& quad : mesh.quads) {
    all.smallest_scaled_jacobian =
        std::min(all.smallest_scaled_jacobian, std::ranges::min(corner_sines(mesh, quad)));
    std::vector<double> lengths;
    for (int k = 0; k < corners(quad); ++k) {
      const Point &p = mesh.vertices[quad[k]], &next = mesh.vertices[quad[(k + 1) % corners(quad)]];
      lengths.push_back(std::hypot(next.x - p.x, next.y - p.y));
    }
    all.largest_aspect_ratio =
        std::max(all.largest_aspect_ratio, std::ranges::max(lengths) / std::ranges::min(lengths));
  }
  return all;
}

} // namespace isobar
