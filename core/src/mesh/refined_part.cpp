#include <isobar/core/mesh/mesh_part.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace isobar {
namespace {

/// The wanted entities, in their order, and the new number of each.
struct Selection {
  std::vector<int> chosen, number;

  explicit Selection(const std::vector<bool>& wanted) : number(wanted.size(), -1) {
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      if (!wanted[n]) continue;
      number[n] = int(chosen.size());
      chosen.push_back(int(n));
    }
  }
  PartEntities of(const PartEntities& all) const {
    PartEntities some;
    for (int n : chosen) {
      some.ids.push_back(all.ids[n]);
      some.owners.push_back(all.owners[n]);
    }
    return some;
  }
};

/// Returns which quadrilaterals the rank owns, or touch one that it owns.
std::vector<bool> kept_quads(const MeshPart& part) {
  std::vector<bool> touched(part.mesh.vertices.size(), false);
  for (int q = 0; q < int(part.mesh.quads.size()); ++q)
    for (int v : present(part.mesh.quads[q]))
      if (part.owns_quad(q)) touched[v] = true;
  std::vector<bool> kept;
  for (const auto& quad : part.mesh.quads)
    kept.push_back(std::ranges::any_of(present(quad), [&](int v) { return bool(touched[v]); }));
  return kept;
}

/// Returns the part with the wanted quadrilaterals, their vertices and edges.
MeshPart selected(const MeshPart& part, const std::vector<bool>& wanted_quads) {
  const Selection quads(wanted_quads);
  std::vector<bool> with_vertex(part.mesh.vertices.size()), with_edge(part.mesh.edges.size());
  for (int q : quads.chosen) {
    for (int v : present(part.mesh.quads[q])) with_vertex[v] = true;
    for (int e : present(part.mesh.quad_edges[q])) with_edge[e] = true;
  }
  const Selection vertices(with_vertex), edges(with_edge);
  MeshPart some = {{},
                   part.rank,
                   vertices.of(part.vertices),
                   edges.of(part.edges),
                   quads.of(part.quads),
                   part.all_vertices,
                   part.all_edges,
                   part.all_quads,
                   part.is_distributed,
                   {},
                   {},
                   part.level,
                   part.all_centres};
  for (int v : vertices.chosen) some.mesh.vertices.push_back(part.mesh.vertices[v]);
  for (int e : edges.chosen) {
    const auto [a, b] = part.mesh.edges[e];
    some.mesh.edges.push_back({vertices.number[a], vertices.number[b]});
  }
  const auto renumbered = [](std::array<int, 4> four, const std::vector<int>& number) {
    for (int& n : four)
      if (n >= 0) n = number[n];
    return four;
  };
  for (int q : quads.chosen) {
    some.mesh.quads.push_back(renumbered(part.mesh.quads[q], vertices.number));
    some.mesh.quad_edges.push_back(renumbered(part.mesh.quad_edges[q], edges.number));
    if (part.has_triangles()) some.centres_before.push_back(part.centres_before[q]);
  }
  for (const RimEdge& r : part.mesh.rim_edges)
    if (edges.number[r.edge] >= 0) some.mesh.rim_edges.push_back({edges.number[r.edge], r.rim});
  some.mesh.rims = part.mesh.rims;
  some.mesh.layers = part.mesh.layers;
  some.mesh.refinements = part.mesh.refinements;
  for (const auto& [vertex, rim] : part.rim_vertices)
    if (vertices.number[vertex] >= 0) some.rim_vertices.push_back({vertices.number[vertex], rim});
  some.parents = quads.chosen; // for refined()
  return some;
}

} // namespace

// Numbers of the whole level are those of refined() of the whole mesh. A triangle adds three edges and no centre, and a
// quadrilateral four edges and one centre.
MeshPart refined(const MeshPart& part) {
  MeshPart fine = selected(part, kept_quads(part));
  const QuadMesh coarse = std::move(fine.mesh);
  const PartEntities edges = std::move(fine.edges), quads = std::move(fine.quads);
  fine.mesh = refined(coarse);
  const std::vector<std::int64_t> centres = std::exchange(fine.centres_before, {});
  fine.edges = fine.quads = {};
  const auto add = [](PartEntities& to, std::int64_t id, int owner) {
    to.ids.push_back(id);
    to.owners.push_back(owner);
  };
  for (std::size_t e = 0; e < edges.ids.size(); ++e) {
    add(fine.vertices, part.all_vertices + edges.ids[e], edges.owners[e]);
    for (int half : {0, 1}) add(fine.edges, 2 * edges.ids[e] + half, edges.owners[e]);
  }
  for (std::size_t q = 0; q < quads.ids.size(); ++q) {
    const int sides = corners(coarse.quads[q]), owner = quads.owners[q];
    const std::int64_t id = quads.ids[q], centre = centres.empty() ? id : centres[q];
    if (sides == 4) add(fine.vertices, part.all_vertices + part.all_edges + centre, owner);
    for (int k = 0; k < sides; ++k)
      add(fine.edges, 2 * part.all_edges + 3 * id + centre + k, owner);
    for (int c = 0; c < 4; ++c) add(fine.quads, 4 * id + c, owner);
    for (int c = 0; c < 4 && part.has_triangles(); ++c)
      fine.centres_before.push_back(4 * centre + (sides == 4 ? c : 0));
  }
  for (const RimEdge& r : coarse.rim_edges)
    fine.rim_vertices.push_back({int(coarse.vertices.size()) + r.edge, r.rim});
  fine.level = part.level + 1;
  fine.all_vertices = part.all_vertices + part.all_edges + part.all_centres;
  fine.all_edges = 2 * part.all_edges + 3 * part.all_quads + part.all_centres;
  fine.all_quads = 4 * part.all_quads;
  fine.all_centres = 4 * part.all_centres;
  return fine;
}

} // namespace isobar
