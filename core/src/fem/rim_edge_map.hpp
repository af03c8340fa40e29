#pragma once
#include "fem/reference_element.hpp"

#include <isobar/core/fem/fem_space.hpp>

#include <array>

namespace isobar {

/// An edge on a rim, mapped from [0, 1] by the basis of an axis.
template <int K> struct RimEdgeMap {
  using Axis = ReferenceElement<K>;
  std::array<int, K + 1> unknowns;
  std::array<Point, K + 1> points;

  RimEdgeMap(const ElementTable& table, const FemSpace::RimSide& edge) {
    const auto nodes = table.of(edge.element);
    const int corners = ElementTable::is_triangle(nodes) ? 3 : 4, next = (edge.side + 1) % corners;
    if constexpr (K == 1) unknowns = {nodes[edge.side], nodes[next]};
    else unknowns = {nodes[edge.side], nodes[corners + edge.side], nodes[next]};
    for (int a = 0; a <= K; ++a) points[a] = table.points[unknowns[a]];
  }
  Point place(double s) const {
    Point p;
    for (int a = 0; a <= K; ++a) {
      p.x += Axis::axis_value(a, s) * points[a].x;
      p.y += Axis::axis_value(a, s) * points[a].y;
    }
    return p;
  }
  /// Returns the tangent, which has the mesh on its left.
  Point tangent(double s) const {
    Point t;
    for (int a = 0; a <= K; ++a) {
      t.x += Axis::axis_slope(a, s) * points[a].x;
      t.y += Axis::axis_slope(a, s) * points[a].y;
    }
    return t;
  }
};

} // namespace isobar
