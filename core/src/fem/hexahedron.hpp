#pragma once
#include <span>

namespace isobar {

/// A node of a hexahedron: the node of the quadrilateral below it, and its place along z in a layer, from 0 to the order.
struct NodeInLayer {
  int node, height;
};

/// Returns the nodes in the order of VTK: corners, below and above. Order 2 adds the midpoints of edges, below, above and along
/// z. Centres of faces follow: sides at lower and higher x, then y, below and above. The centre is last.
inline std::span<const NodeInLayer> nodes_of_hexahedron(int order) {
  static constexpr NodeInLayer linear[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0},
                                           {0, 1}, {1, 1}, {2, 1}, {3, 1}};
  static constexpr NodeInLayer quadratic[] = {
      {0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 0},
      {5, 0}, {6, 0}, {7, 0}, {4, 2}, {5, 2}, {6, 2}, {7, 2}, {0, 1}, {1, 1},
      {2, 1}, {3, 1}, {7, 1}, {5, 1}, {4, 1}, {6, 1}, {8, 0}, {8, 2}, {8, 1}};
  if (order == 1) return linear;
  return quadratic;
}

} // namespace isobar
