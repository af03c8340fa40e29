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
    next[n] = tables.elements(element, (a + 1) % 4);
    last[n] = tables.elements(element, (a + 3) % 4);
  }
  int edges = count;
  for (int n = 0; n < count; ++n) {
    int begun = 0;
    for (int m = 0; m < count; ++m) begun += next[m] == last[n];
    edges += begun == 0;
  }
  return edges;
}

/// Unknowns of the elements around one, itself with them: entries of its row of the stiffness matrix. Its row of the restriction
/// has as many: of order 1 one on each edge and one in each element, of order 2 two, or three of a midpoint of an edge, and four, six or nine.
template <int K> KOKKOS_INLINE_FUNCTION int unknowns_around(const FemTables& tables, int n) {
  const int elements = int(tables.starts(n + 1) - tables.starts(n));
  const int a = K == 1 ? 0 : local_node(tables, tables.around(tables.starts(n)), n);
  if (a == 8) return 9;
  if (a >= 4) return 3 + 6 * elements;
  return 1 + K * edges_around(tables, n) + K * K * elements;
}

} // namespace isobar
