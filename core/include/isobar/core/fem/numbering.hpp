#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <cstdint>

namespace isobar {

/// How unknowns are numbered (unstructured-grid paper, section 2.2).
enum class Numbering {
  two_level, ///< unknowns of the coarser level first, then those on its edges, then those inside
  cuthill_mckee, ///< breadth first from an unknown of least degree, neighbours by degree
  coordinate,    ///< by x, then by y
  random,        ///< shuffled, the worst case for caches
  hierarchical,  ///< element by element, the children of a coarser element together, recursively
  macro ///< inside macro elements row by row, then on the edges between them, then at their vertices (macro_lattice.hpp)
};

/// The unknowns of each element, `nodes` in a row, and where they stand.
struct ElementTable {
  int nodes = 4;             ///< of a quadrilateral
  std::vector<int> unknowns; ///< (element, node), node fastest; below 0 behind those of a triangle
  std::vector<Point> points; ///< of the unknowns
  int refinements = 0;       ///< of the mesh
  std::vector<int>
      macros{}; ///< the first of the 4^refinements elements of each macro element; empty: all elements are in one

  int elements() const { return int(unknowns.size()) / nodes; }
  std::span<const int> of(int element) const {
    const auto all = std::span(unknowns).subspan(std::size_t(element) * nodes, nodes);
    return all.back() >= 0 ? all : all.first(nodes == 4 ? 3 : 6);
  }
  /// Whether it is a triangle, of its nodes.
  static bool is_triangle(std::span<const int> of_element) {
    return of_element.size() == 3 || of_element.size() == 6;
  }
};

/// The elements of order 1 or 2 on a mesh, in two-level numbering: vertices, then (order 2) edges and quadrilaterals. Local nodes are
/// the corners, the edges and of quadrilaterals the centre. Throws std::invalid_argument for any other order.
ElementTable element_table(const QuadMesh& mesh, int order);

/// The elements around each unknown, ascending: those of unknown n from starts[n] on.
struct ElementsAround {
  std::vector<std::int64_t> starts;
  std::vector<int> elements;
};
ElementsAround elements_around(const ElementTable& table);

/// The new number of each unknown of a table; Numbering::macro puts unknowns that no macro element has last. `seed` is that of Numbering::random; the same seed gives the same numbers everywhere.
std::vector<int> new_numbers(Numbering numbering, const ElementTable& table,
                             std::uint64_t seed = 1);
/// Gives the unknowns of a table other numbers.
void renumber(ElementTable& table, std::span<const int> new_number);

} // namespace isobar
