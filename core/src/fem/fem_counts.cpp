#include <isobar/core/fem/fem_counts.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// What refinement changes of a mesh.
struct Sizes {
  Int64 vertices, edges, elements;
  Int64 rim_edges, fixed_edges; ///< of the whole boundary, and of Dirichlet rims
  Int64 new_fixed = 0;          ///< vertices on Dirichlet rims that the coarsest mesh does not have

  Sizes refined() const {
    return {vertices + edges + elements,
            2 * edges + 4 * elements,
            4 * elements,
            2 * rim_edges,
            2 * fixed_edges,
            new_fixed + fixed_edges};
  }
};

/// The coarsest mesh's own vertices keep the edges and the elements around them on all levels.
struct OwnVertices {
  Int64 fixed = 0;         ///< on Dirichlet rims
  Int64 fixed_entries = 0; ///< that their rows would have
  int longest = 0;         ///< entries of the longest row of the others
};

/// Entries of a vertex' row: with all unknowns of the elements around it.
int row_entries(int order, int edges, int elements) {
  return order == 1 ? 1 + edges + elements : 1 + 2 * edges + 4 * elements;
}

OwnVertices own_vertices(const QuadMesh& mesh, int order, std::span<const int> dirichlet_rims) {
  std::vector<int> edges(mesh.vertices.size(), 0), elements(edges);
  std::vector<bool> fixed(mesh.vertices.size(), false);
  for (const auto& ends : mesh.edges)
    for (int v : ends) ++edges[v];
  for (const auto& quad : mesh.quads)
    for (int v : quad) ++elements[v];
  for (const RimEdge& r : mesh.rim_edges)
    if (std::ranges::count(dirichlet_rims, r.rim) > 0)
      for (int v : mesh.edges[r.edge]) fixed[v] = true;
  OwnVertices own;
  for (std::size_t v = 0; v < edges.size(); ++v) {
    const int entries = row_entries(order, edges[v], elements[v]);
    if (!fixed[v]) own.longest = std::max(own.longest, entries);
    own.fixed += fixed[v];
    own.fixed_entries += fixed[v] ? entries : 0;
  }
  return own;
}

/// Pairs of unknowns that share an element, each unknown with itself too. An edge inside is in two elements, one on the boundary
/// in one.
Int64 all_pairs(const Sizes& s, int order) {
  if (order == 1) return s.vertices + 2 * s.edges + 4 * s.elements;
  const Int64 of_vertices = s.vertices + 4 * s.edges + 16 * s.elements;
  return of_vertices + 15 * (s.edges - s.rim_edges) + 9 * s.rim_edges + 9 * s.elements;
}

FemCounts counts_of(const Sizes& s, const OwnVertices& own, int order, bool coarsest) {
  const Int64 fixed_vertices = own.fixed + s.new_fixed;
  FemCounts c{s.vertices, s.edges, s.elements};
  c.unknowns = order == 1 ? s.vertices : s.vertices + s.edges + s.elements;
  c.fixed = order == 1 ? fixed_vertices : fixed_vertices + s.fixed_edges;
  const Int64 fixed_rows = own.fixed_entries + s.new_fixed * row_entries(order, 3, 2) +
                           (order == 2 ? 9 * s.fixed_edges : 0);
  c.stiffness = all_pairs(s, order) - fixed_rows + c.fixed;
  const int of_new = coarsest ? (order == 2 ? 15 : 0) : row_entries(order, 4, 4);
  c.longest = std::max({own.longest, of_new, 1});
  return c;
}

/// A coarse basis has at fine unknowns, of order 1: vertices one value, midpoints of edges two, centres four. Of order 2: coarse
/// unknowns one, others on edges or on the lines between midpoints three, others nine.
Int64 transfer_entries(const Sizes& coarse, int order) {
  if (order == 1) return coarse.vertices + 2 * coarse.edges + 4 * coarse.elements;
  return coarse.vertices + 7 * coarse.edges + 49 * coarse.elements;
}

} // namespace

std::vector<FemCounts> fem_counts(const QuadMesh& coarsest, int order, int levels,
                                  std::span<const int> dirichlet_rims) {
  const OwnVertices own = own_vertices(coarsest, order, dirichlet_rims);
  const auto fixed = std::ranges::count_if(coarsest.rim_edges, [&](const RimEdge& r) {
    return std::ranges::count(dirichlet_rims, r.rim) > 0;
  });
  Sizes sizes{Int64(coarsest.vertices.size()), Int64(coarsest.edges.size()),
              Int64(coarsest.quads.size()), Int64(coarsest.rim_edges.size()), Int64(fixed)};
  std::vector<FemCounts> all;
  for (int level = 0; level < levels; ++level) {
    const Int64 transfer = level == 0 ? 0 : transfer_entries(sizes, order);
    if (level > 0) sizes = sizes.refined();
    all.push_back(counts_of(sizes, own, order, level == 0));
    all.back().transfer = transfer;
  }
  return all;
}

} // namespace isobar
