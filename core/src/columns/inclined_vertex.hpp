#pragma once
#include "grid/measure_columns.hpp"
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/inclination.hpp>
#include <isobar/core/grid/unit_sphere.hpp>

/// The numbers of a vertex for inclined layers (device/inclination_stencil.hpp). They come from the
/// ground and the coefficients of the columns around the vertex.
namespace isobar {

/// How the nodes of a vertex couple: the weights of (u_n - u_m)^2 / 2 in its energy. Nodes are in
/// the order of InclinedVertex's columns.
struct NodePairs {
  double weight[4][4];

  KOKKOS_FUNCTION void set(int n, int m, double w) { weight[n][m] = weight[m][n] = w; }
  KOKKOS_FUNCTION static NodePairs of(const VertexMetric& k) {
    NodePairs pairs{};
    pairs.set(0, 1, 0.5 * k.aa);
    pairs.set(2, 3, 0.5 * k.aa);
    pairs.set(0, 2, 0.5 * k.bb);
    pairs.set(1, 3, 0.5 * k.bb);
    pairs.set(0, 3, 0.5 * k.ab);
    pairs.set(1, 2, -0.5 * k.ab);
    return pairs;
  }
  /// Returns the pairs of a linear element, whose sides have one weight.
  KOKKOS_FUNCTION static NodePairs alike(double w) {
    NodePairs pairs{};
    for (int n = 0; n < 4; ++n)
      for (int m = 0; m < n; ++m) pairs.set(n, m, w);
    return pairs;
  }
};

/// The numbers of one vertex and of its columns south-west, south-east, north-west and north-east.
/// A column that does not exist has 0.
struct InclinedVertex {
  double square = 0.0; ///< g, the energy of h / m
  double ground = 0.0;
  double slope[4] = {};  ///< derivatives of the energy of u and h / m by u
  double weight[4] = {}; ///< weights of u in its mean over the columns
};

/// Computes the numbers of vertices. Arrays of columns are (nx+2, ny+2), from the column south-west
/// of the first one on.
struct InclinedVertices {
  VertexNumbers metric;
  MeshColumns::View alpha, vertical,
      ground; ///< alpha_h m, 0 where there is no column; alpha_v / m; h as a share of the depth
  Partition part;
  Boundaries sides;
  double depth;
  InclinedGround lowest;

  /// Returns the numbers of the vertex at the south-western corner of column (i, j).
  KOKKOS_FUNCTION InclinedVertex at(int i, int j) const {
    const Nodes nodes = nodes_of(i, j);
    if (nodes.columns == 0) return {};
    const VertexMetric k{metric.aa(i, j), metric.bb(i, j), metric.ab(i, j)};
    const bool cube_corner = part.is_on_sphere() && nodes.columns == 3;
    return of(nodes, cube_corner ? NodePairs::alike(0.5 * k.aa) : NodePairs::of(k),
              metric.area(i, j));
  }

private:
  /// The columns of a vertex, and the input from which its numbers are computed.
  struct Nodes {
    /// `exists`: there is a column. `counts`: there is u, which is 0 beyond a side.
    bool exists[4], counts[4];
    double height[4], mean_height, alpha, vertical, weight;
    int columns;
  };

  KOKKOS_FUNCTION static bool is_closed(int edge, int columns, Boundary low, Boundary high) {
    return (edge == 0 && low == Boundary::neumann) ||
           (edge == columns && high == Boundary::neumann);
  }

  KOKKOS_FUNCTION Nodes nodes_of(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool side_x = part.has_sides_in_x() && (gi == 0 || gi == part.global_nx);
    const bool side_y = part.has_sides_in_y() && (gj == 0 || gj == part.global_ny);
    const bool closed_x = side_x && is_closed(gi, part.global_nx, sides.west, sides.east);
    const bool closed_y = side_y && is_closed(gj, part.global_ny, sides.south, sides.north);
    Nodes nodes{};
    double resistance = 0.0;
    for (int n = 0; n < 4; ++n) {
      const double a = alpha(i + n % 2, j + n / 2);
      nodes.exists[n] = a > 0.0;
      if (!nodes.exists[n]) continue;
      resistance += 1.0 / a;
      nodes.mean_height += ground(i + n % 2, j + n / 2);
      nodes.vertical += vertical(i + n % 2, j + n / 2);
      ++nodes.columns;
    }
    if (nodes.columns == 0) return nodes;
    nodes.mean_height /= nodes.columns;
    nodes.vertical /= nodes.columns;
    nodes.alpha = nodes.columns / resistance;
    nodes.weight = part.is_on_sphere() ? 1.0 / nodes.columns
                                       : 0.25 * (closed_x ? 2.0 : 1.0) * (closed_y ? 2.0 : 1.0);
    for (int n = 0; n < 4; ++n) {
      // Beyond a side, the node inside of it replaces the missing one.
      const bool beyond_x = side_x && n % 2 == (gi == 0 ? 0 : 1);
      const bool beyond_y = side_y && n / 2 == (gj == 0 ? 0 : 1);
      nodes.counts[n] = nodes.exists[n] || (!part.is_on_sphere() && !(beyond_x && closed_x) &&
                                            !(beyond_y && closed_y));
      const int x = beyond_x ? 1 - n % 2 : n % 2, y = beyond_y ? 1 - n / 2 : n / 2;
      nodes.height[n] = nodes.counts[n] ? ground(i + x, j + y) : 0.0;
    }
    return nodes;
  }

  KOKKOS_FUNCTION InclinedVertex of(const Nodes& nodes, const NodePairs& pairs, double area) const {
    const double factor = depth / (1.0 - nodes.mean_height);
    InclinedVertex v;
    for (int n = 0; n < 4; ++n) {
      double slope = 0.0;
      for (int m = 0; m < 4; ++m) {
        if (!nodes.counts[n] || !nodes.counts[m]) continue;
        const double rise = factor * (nodes.height[n] - nodes.height[m]);
        slope += pairs.weight[n][m] * rise;
        v.square += 0.5 * nodes.alpha * pairs.weight[n][m] * rise * rise;
      }
      if (!nodes.exists[n]) continue;
      v.slope[n] = nodes.alpha * slope;
      v.weight[n] = nodes.weight;
    }
    const double curvature = lowest.square * v.square + lowest.vertical * nodes.vertical * area;
    if (curvature > 0.0) v.ground = lowest.linear * lowest.linear / curvature;
    return v;
  }
};

} // namespace isobar
