#pragma once
#include "fem/element_map.hpp"

namespace isobar {

/// Returns whether the elements around local node a may share local node b, which is so if an edge has both.
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

/// Returns the same for a triangle, whose nodes are the corners, then the edges.
template <int K> KOKKOS_FORCEINLINE_FUNCTION bool is_shared_of_triangle(int a, int b) {
  if constexpr (K == 1) return true;
  else {
    if (b == a) return true;
    if (a < 3) return b < 3 || b == 3 + a || b == 3 + (a + 2) % 3;
    return b == a - 3 || b == (a - 2) % 3;
  }
}

/// The most unknowns that a row can have, if no two of the elements around its unknown share an edge.
template <int K>
inline constexpr int most_unknowns_around = 1 + (2 * K + K * K) * FemSpace::most_around;

/// Returns the number of edges around a vertex, from the elements around it. Counter-clockwise, each element begins one edge,
/// and ends an edge that mostly another element begins.
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

/// Returns how many of the elements around an unknown are triangles.
KOKKOS_INLINE_FUNCTION int triangles_around(const FemTables& tables, int n) {
  int count = 0;
  for (Int64 at = tables.starts(n); tables.has_triangles && at < tables.starts(n + 1); ++at)
    count += tables.is_triangle(tables.around(at));
  return count;
}

/// Returns the number of unknowns of the elements around unknown n, itself included: the entries of its row of the stiffness
/// matrix. In: `inside_triangle`, the unknowns of a triangle of order 2 that are not on the edges from one of its corners.
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

/// Returns the entries of a row of the restriction, which are as many as in a row of the matrix. Order 1 has one on each edge
/// and one in each quadrilateral. Order 2 has two on each edge, or three for the midpoint of an edge, and four, six or nine in
/// each quadrilateral. Only a quadratic triangle differs: it has two inside for a corner.
template <int K>
KOKKOS_INLINE_FUNCTION int refined_unknowns_around(const FemTables& tables, int n) {
  return unknowns_around<K>(tables, n, 2);
}

} // namespace isobar
