#pragma once
#include "fem/element_map.hpp"

namespace isobar {

/// Whether the elements around local node a may share its local node b with each other: it is on an edge that a is on.
template <int K> KOKKOS_FORCEINLINE_FUNCTION bool is_shared(int a, int b) {
  if constexpr (K == 1) return (a ^ b) != 2; // all but the opposite corner
  else {
    const int next = (a + 1) % 4, last = (a + 3) % 4;
    const int shared = a < 4   ? 1 << a | 1 << next | 1 << last | 0x10 << a | 0x10 << last
                       : a < 8 ? 1 << a | 1 << (a - 4) | 1 << next
                               : 1 << a;
    return (shared >> b & 1) != 0;
  }
}

/// The same of a triangle, whose nodes are the corners, then the edges.
template <int K> KOKKOS_FORCEINLINE_FUNCTION bool is_shared_of_triangle(int a, int b) {
  if constexpr (K == 1) return true;
  else {
    if (b == a) return true;
    if (a < 3) return b < 3 || b == 3 + a || b == 3 + (a + 2) % 3;
    return b == a - 3 || b == (a - 2) % 3;
  }
}

/// The most unknowns that an unknown's row can have: no two of the elements around it share an edge.
template <int K>
inline constexpr int most_unknowns_around = 1 + (2 * K + K * K) * FemSpace::most_around;

/// Edges around a vertex, from the elements around it: each of them begins one edge, as they go counter-clockwise, and ends
/// one that mostly another one begins.
KOKKOS_INLINE_FUNCTION int edges_around(const FemTables& tables, int vertex) {
  const Int64 begin = tables.starts(vertex), end = tables.starts(vertex + 1);
  int next[FemSpace::most_around], last[FemSpace::most_around];
  const int count = int(end - begin);
  for (int n = 0; n < count; ++n) {
    const int element = tables.around(begin + n), a = local_node(tables, element, vertex);
    const int corners = tables.is_triangle(element) ? 3 : 4;
    next[n] = tables.elements(element, (a + 1) % corners);
    last[n] = tables.elements(element, (a + corners - 1) % corners);
  }
  int edges = count;
  for (int n = 0; n < count; ++n) {
    int begun = 0;
    for (int m = 0; m < count; ++m) begun += next[m] == last[n];
    edges += begun == 0;
  }
  return edges;
}

/// How many of the elements around an unknown are triangles.
KOKKOS_INLINE_FUNCTION int triangles_around(const FemTables& tables, int n) {
  int count = 0;
  for (Int64 at = tables.starts(n); tables.has_triangles && at < tables.starts(n + 1); ++at)
    count += tables.is_triangle(tables.around(at));
  return count;
}

/// Unknowns of the elements around one, itself with them: entries of its row of the stiffness matrix. `inside_triangle` are those that a
/// triangle has for one of its corners beside those on edges from there, of order 2.
template <int K>
KOKKOS_INLINE_FUNCTION int unknowns_around(const FemTables& tables, int n,
                                           int inside_triangle = 1) {
  const int elements = int(tables.starts(n + 1) - tables.starts(n)),
            triangles = triangles_around(tables, n), quads = elements - triangles;
  const int first = tables.around(tables.starts(n)), a = K == 1 ? 0 : local_node(tables, first, n);
  const int corners = tables.is_triangle(first) ? 3 : 4;
  if (a == 8) return 9;
  if (a >= corners) return 3 + 6 * quads + 3 * triangles;
  return 1 + K * edges_around(tables, n) + K * K * quads + (K - 1) * inside_triangle * triangles;
}

/// Entries of a row of the restriction. They are as many: of order 1 one on each edge and one in each quadrilateral, of order 2 two, or three of a
/// midpoint of an edge, and four, six or nine. A quadratic triangle alone has two inside for a corner.
template <int K>
KOKKOS_INLINE_FUNCTION int refined_unknowns_around(const FemTables& tables, int n) {
  return unknowns_around<K>(tables, n, 2);
}

} // namespace isobar
