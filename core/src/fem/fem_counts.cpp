#include <isobar/core/fem/fem_counts.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// The elements of one kind, their edges on Dirichlet rims, and the vertices on these rims that the coarsest mesh does not
/// have.
struct OfKind {
  Int64 elements = 0, fixed_edges = 0, new_fixed = 0;
  OfKind refined() const { return {4 * elements, 2 * fixed_edges, new_fixed + fixed_edges}; }
};
/// Counts that a refinement changes.
struct Sizes {
  Int64 vertices, edges;
  OfKind quads, triangles;

  Sizes refined() const {
    return {vertices + edges + quads.elements,
            2 * edges + 4 * quads.elements + 3 * triangles.elements, quads.refined(),
            triangles.refined()};
  }
};

/// The edges and elements around a vertex.
struct Around {
  int edges = 0, quads = 0, triangles = 0;
};

/// The coarsest mesh's own vertices keep the edges and the elements around them on all levels.
struct OwnVertices {
  Int64 fixed = 0;         ///< on Dirichlet rims
  Int64 fixed_entries = 0; ///< that their rows would have
  int longest = 0;         ///< entries of the longest row of the others
};

/// Returns the entries of a vertex' row: all unknowns of the elements around it.
int row_entries(int order, const Around& a) {
  return order == 1 ? 1 + a.edges + a.quads : 1 + 2 * a.edges + 4 * a.quads + a.triangles;
}

OwnVertices own_vertices(const QuadMesh& mesh, int order, std::span<const int> dirichlet_rims) {
  std::vector<Around> around(mesh.vertices.size());
  std::vector<bool> fixed(mesh.vertices.size(), false);
  for (const auto& ends : mesh.edges)
    for (int v : ends) ++around[v].edges;
  for (const auto& quad : mesh.quads)
    for (int v : present(quad)) ++(corners(quad) == 3 ? around[v].triangles : around[v].quads);
  for (const RimEdge& r : mesh.rim_edges)
    if (std::ranges::count(dirichlet_rims, r.rim) > 0)
      for (int v : mesh.edges[r.edge]) fixed[v] = true;
  OwnVertices own;
  for (std::size_t v = 0; v < around.size(); ++v) {
    const int entries = row_entries(order, around[v]);
    if (!fixed[v]) own.longest = std::max(own.longest, entries);
    own.fixed += fixed[v];
    own.fixed_entries += fixed[v] ? entries : 0;
  }
  return own;
}

/// Returns the number of pairs of unknowns that share an element, including each unknown with itself. With order 2, the row of
/// an edge's midpoint has the edge's three unknowns. Each quadrilateral adds six unknowns, and each triangle three.
Int64 all_pairs(const Sizes& s, int order) {
  const Int64 quads = s.quads.elements, triangles = s.triangles.elements;
  if (order == 1) return s.vertices + 2 * s.edges + 4 * quads;
  const Int64 of_vertices = s.vertices + 4 * s.edges + 16 * quads + 3 * triangles;
  return of_vertices + 3 * s.edges + 24 * quads + 9 * triangles + 9 * quads;
}

/// Returns the entries of the longest row of an unknown that is no vertex of the coarsest mesh.
int longest_of_new(const Sizes& s, int order, bool coarsest) {
  const bool has_quads = s.quads.elements > 0;
  if (coarsest) return order == 1 ? 0 : has_quads ? 15 : 9;
  return has_quads ? row_entries(order, {4, 4, 0}) : row_entries(order, {6, 0, 6});
}

FemCounts counts_of(const Sizes& s, const OwnVertices& own, int order, bool coarsest) {
  const Int64 fixed_vertices = own.fixed + s.quads.new_fixed + s.triangles.new_fixed;
  const Int64 fixed_edges = s.quads.fixed_edges + s.triangles.fixed_edges;
  FemCounts c{s.vertices, s.edges, s.quads.elements + s.triangles.elements};
  c.unknowns = order == 1 ? s.vertices : s.vertices + s.edges + s.quads.elements;
  c.fixed = order == 1 ? fixed_vertices : fixed_vertices + fixed_edges;
  const Int64 fixed_rows = own.fixed_entries + s.quads.new_fixed * row_entries(order, {3, 2, 0}) +
                           s.triangles.new_fixed * row_entries(order, {4, 0, 3}) +
                           (order == 2 ? 9 * s.quads.fixed_edges + 6 * s.triangles.fixed_edges : 0);
  c.stiffness = all_pairs(s, order) - fixed_rows + c.fixed;
  c.longest = std::max({own.longest, longest_of_new(s, order, coarsest), 1});
  return c;
}

/// Entries of the rows of a column of hexahedra along z.
struct ColumnCounts {
  int unknowns = 1;
  Int64 entries = 1;       ///< of all rows
  int fixed = 0;           ///< unknowns at the bottom and the top with a Dirichlet value
  Int64 fixed_entries = 0; ///< that their rows would have
  int longest = 1;         ///< entries of the longest row of the others; 0 if there are none

  ColumnCounts(const Layers& layers, int order, std::span<const int> dirichlet_rims) {
    if (!layers) return;
    unknowns = order * layers.count + 1;
    entries = longest = 0;
    const auto is_fixed = [&](int rim) { return std::ranges::count(dirichlet_rims, rim) > 0; };
    for (int k = 0; k < unknowns; ++k) {
      const bool is_end = k == 0 || k == unknowns - 1;
      const int length = k % order == 0 && !is_end ? 2 * order + 1 : order + 1;
      const bool has_value = (k == 0 && is_fixed(layers.bottom_rim)) ||
                             (k == unknowns - 1 && is_fixed(layers.top_rim));
      entries += length;
      fixed += has_value;
      if (has_value) fixed_entries += length;
      else longest = std::max(longest, length);
    }
  }
};

/// Returns the counts of hexahedra. The entries of a row are the product of those in the plane and those along z.
FemCounts extruded(FemCounts c, const Layers& layers, const ColumnCounts& column) {
  if (!layers) return c;
  const Int64 open_columns = c.unknowns - c.fixed,
              open_entries = c.stiffness - c.fixed; // of rows in the plane without a value
  c.edges = c.edges * (layers.count + 1) + c.vertices * layers.count;
  c.vertices *= layers.count + 1;
  c.elements *= layers.count;
  c.unknowns *= column.unknowns;
  c.fixed = c.fixed * column.unknowns + open_columns * column.fixed;
  c.stiffness = open_entries * (column.entries - column.fixed_entries) + c.fixed;
  c.longest = std::max(1, c.longest * column.longest);
  return c;
}

/// Returns the entries of the transfer along z. A fine unknown that is also a coarse one has one value. Other unknowns have two
/// values of order 1, and three of order 2.
Int64 transfer_along_z(const Layers& coarse, int order) {
  if (!coarse) return 1;
  const Int64 shared = Int64(order) * coarse.count + 1, others = Int64(order) * coarse.count;
  return shared + (order + 1) * others;
}

/// Counts values of coarse basis functions at fine unknowns. Order 1 has one at vertices, two at midpoints of edges, four at centres.
/// Order 2 has one at coarse unknowns, three on edges and on lines between midpoints, five at the three inside a triangle, nine elsewhere.
Int64 transfer_entries(const Sizes& coarse, int order) {
  const Int64 quads = coarse.quads.elements;
  if (order == 1) return coarse.vertices + 2 * coarse.edges + 4 * quads;
  return coarse.vertices + 7 * coarse.edges + 49 * quads + 15 * coarse.triangles.elements;
}

/// Returns the sizes of the coarsest mesh.
Sizes sizes_of(const QuadMesh& mesh, std::span<const int> dirichlet_rims) {
  Sizes sizes{Int64(mesh.vertices.size()), Int64(mesh.edges.size()), {}, {}};
  std::vector<bool> fixed(mesh.edges.size(), false);
  for (const RimEdge& r : mesh.rim_edges)
    fixed[r.edge] = std::ranges::count(dirichlet_rims, r.rim) > 0;
  for (std::size_t q = 0; q < mesh.quads.size(); ++q) {
    OfKind& kind = corners(mesh.quads[q]) == 3 ? sizes.triangles : sizes.quads;
    ++kind.elements;
    for (int e : present(mesh.quad_edges[q])) kind.fixed_edges += fixed[e];
  }
  return sizes;
}

} // namespace

std::vector<FemCounts> fem_counts(const QuadMesh& coarsest, int order, int levels,
                                  std::span<const int> dirichlet_rims) {
  const OwnVertices own = own_vertices(coarsest, order, dirichlet_rims);
  Sizes sizes = sizes_of(coarsest, dirichlet_rims);
  Layers layers = coarsest.layers;
  std::vector<FemCounts> all;
  for (int level = 0; level < levels; ++level) {
    const Int64 transfer =
        level == 0 ? 0 : transfer_entries(sizes, order) * transfer_along_z(layers, order);
    if (level > 0) sizes = sizes.refined();
    if (level > 0) layers = layers.refined();
    all.push_back(extruded(counts_of(sizes, own, order, level == 0), layers,
                           ColumnCounts(layers, order, dirichlet_rims)));
    all.back().transfer = transfer;
  }
  return all;
}

} // namespace isobar
