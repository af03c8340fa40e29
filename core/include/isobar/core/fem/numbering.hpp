#pragma once
#include <isobar/core/mesh/quad_mesh.hpp>

#include <cstdint>

namespace isobar {

/// How unknowns are numbered (unstructured-grid paper, section 2.2).
enum class Numbering {
  two_level, ///< unknowns of the coarser level first, then unknowns on its edges, then unknowns inside
  cuthill_mckee, ///< breadth first from an unknown of least degree; neighbours by degree
  coordinate,    ///< by x, then by y
  random,        ///< shuffled: the worst case for caches
  hierarchical, ///< element by element; the children of a coarser element stay together, recursively
  macro         ///< inside macro elements row by row, then edges, then vertices (macro_lattice.hpp)
};

/// The unknowns of each element, and their places. Each row of the table has `nodes` entries.
struct ElementTable {
  int nodes = 4;             ///< nodes of a quadrilateral
  std::vector<int> unknowns; ///< (element, node), node fastest; below 0 behind a triangle's
  std::vector<Point> points; ///< places of the unknowns
  int refinements = 0;       ///< refinements of the mesh
  std::vector<int>
      macros{}; ///< the first of the 4^refinements elements of each macro element; empty if every element is in one

  int elements() const { return int(unknowns.size()) / nodes; }
  std::span<const int> of(int element) const {
    const auto all = std::span(unknowns).subspan(std::size_t(element) * nodes, nodes);
    return all.back() >= 0 ? all : all.first(nodes == 4 ? 3 : 6);
  }
  /// Whether an element with these nodes is a triangle.
  static bool is_triangle(std::span<const int> of_element) {
    return of_element.size() == 3 || of_element.size() == 6;
  }
};

/// Returns the elements of order 1 or 2 on a mesh, in two-level numbering: vertices, then (order 2)
/// edges and quadrilaterals. Local nodes are the corners, then (order 2) the edges, and in
/// quadrilaterals the centre. Throws std::invalid_argument if the order is another one.
ElementTable element_table(const QuadMesh& mesh, int order);

/// The elements around each unknown, ascending. The elements around unknown n begin at starts[n].
struct ElementsAround {
  std::vector<std::int64_t> starts;
  std::vector<int> elements;
};
/// Returns the elements around each unknown of a table.
ElementsAround elements_around(const ElementTable& table);

/// Returns the new number of each unknown of a table. Numbering::macro puts the unknowns that no
/// macro element has last. `seed`: for Numbering::random. The same seed gives the same numbers on
/// all machines.
std::vector<int> new_numbers(Numbering numbering, const ElementTable& table,
                             std::uint64_t seed = 1);
/// Gives the unknowns of a table other numbers.
void renumber(ElementTable& table, std::span<const int> new_number);

} // namespace isobar
