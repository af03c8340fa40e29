#pragma once
#include "fem/rim_edge_map.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace isobar {

/// A quadrature of [0, 1].
struct AxisQuadrature {
  std::span<const double> places, weights;
};

/// A point of the quadrature of a rim: of an edge in the plane, of a face in space.
struct RimPoint {
  int rim;
  std::span<const int> unknowns;  ///< of the edge or the face
  std::span<const double> values; ///< of their basis functions
  Point place, normal;            ///< the outward normal has length 1
  double weight;                  ///< includes the length or the area
};

/// Calls use(RimPoint) for all points of an edge of the plane.
template <int K, class Use>
void visit_edge(const ElementTable& table, const FemSpace::RimSide& edge,
                const AxisQuadrature& quadrature, const Use& use) {
  const RimEdgeMap<K> map(table, edge);
  for (std::size_t q = 0; q < quadrature.places.size(); ++q) {
    const double s = quadrature.places[q];
    const Point t = map.tangent(s);
    const double length = std::hypot(t.x, t.y);
    std::array<double, K + 1> values;
    for (int a = 0; a <= K; ++a) values[a] = ReferenceElement<K>::axis_value(a, s);
    use(RimPoint{edge.rim,
                 map.unknowns,
                 values,
                 map.place(s),
                 {t.y / length, -t.x / length},
                 quadrature.weights[q] * length});
  }
}

/// Calls use(RimPoint) for all points of an element of the plane, for the bottom and the top of layers. The normal is that of
/// the top.
template <int K, class Use>
void visit_quad(const ElementTable& table, int element, int rim, const AxisQuadrature& quadrature,
                const Use& use) {
  using Reference = ReferenceElement<K>;
  const std::span<const int> nodes = table.of(element);
  const std::size_t points = quadrature.places.size();
  for (std::size_t q = 0; q < points * points; ++q) {
    const Place at{quadrature.places[q % points], quadrature.places[q / points]};
    std::array<double, Reference::nodes> values;
    Point place, along_x, along_y;
    for (int a = 0; a < Reference::nodes; ++a) {
      const Point& p = table.points[nodes[a]];
      const Place slope = Reference::gradient(a, at);
      values[a] = Reference::value(a, at);
      place = {place.x + values[a] * p.x, place.y + values[a] * p.y};
      along_x = {along_x.x + slope.x * p.x, along_x.y + slope.x * p.y};
      along_y = {along_y.x + slope.y * p.x, along_y.y + slope.y * p.y};
    }
    const double area = along_x.x * along_y.y - along_x.y * along_y.x;
    const double weight = quadrature.weights[q % points] * quadrature.weights[q / points];
    use(RimPoint{rim, nodes, values, place, {0.0, 0.0, 1.0}, weight * area});
  }
}

/// Calls use(RimPoint) for the points of the faces above a point of an edge.
template <int K, class Use>
void visit_faces_above(const FemSpace& space, const RimPoint& below,
                       const AxisQuadrature& quadrature, const Use& use) {
  using Axis = ReferenceElement<K>;
  const Layers& layers = space.layers();
  const double thickness = layers.height / layers.count;
  std::vector<int> unknowns;
  std::vector<double> values;
  for (int layer = 0; layer < layers.count; ++layer)
    for (std::size_t q = 0; q < quadrature.places.size(); ++q) {
      const double s = quadrature.places[q];
      unknowns.clear();
      values.clear();
      for (std::size_t a = 0; a < below.unknowns.size(); ++a)
        for (int i = 0; i <= K; ++i) {
          unknowns.push_back(below.unknowns[a] * space.column_unknowns() + K * layer + i);
          values.push_back(below.values[a] * Axis::axis_value(i, s));
        }
      const Point place{below.place.x, below.place.y, thickness * (layer + s)};
      use(RimPoint{below.rim, unknowns, values, place, below.normal,
                   below.weight * thickness * quadrature.weights[q]});
    }
}

/// Calls use(RimPoint) for the point of the bottom or the top that belongs to a point of the plane.
template <class Use>
void visit_end(const FemSpace& space, const RimPoint& in_plane, bool is_top, const Use& use) {
  const int column = space.column_unknowns();
  std::vector<int> unknowns;
  for (int n : in_plane.unknowns) unknowns.push_back(n * column + (is_top ? column - 1 : 0));
  const Point place{in_plane.place.x, in_plane.place.y, is_top ? space.layers().height : 0.0};
  use(RimPoint{in_plane.rim,
               unknowns,
               in_plane.values,
               place,
               {0.0, 0.0, is_top ? 1.0 : -1.0},
               in_plane.weight});
}

/// Calls use(RimPoint) for all points of the rims that wanted(rim) chooses, element by element of the plane.
/// element_here(plane, element) chooses the elements.
template <int K, class Wanted, class Here, class Use>
void visit_rims(const FemSpace& space, const AxisQuadrature& quadrature, const Wanted& wanted,
                const Here& element_here, const Use& use) {
  const FemSpace& plane = space.plane() ? *space.plane() : space;
  for (const FemSpace::RimSide& edge : plane.rim_sides()) {
    if (!wanted(edge.rim) || !element_here(plane, edge.element)) continue;
    visit_edge<K>(plane.table(), edge, quadrature, [&](const RimPoint& point) {
      if (space.plane()) visit_faces_above<K>(space, point, quadrature, use);
      else use(point);
    });
  }
  if (!space.plane()) return;
  for (const bool is_top : {false, true}) {
    const int rim = is_top ? space.layers().top_rim : space.layers().bottom_rim;
    for (int e = 0; wanted(rim) && e < plane.elements(); ++e)
      if (element_here(plane, e))
        visit_quad<K>(plane.table(), e, rim, quadrature,
                      [&](const RimPoint& point) { visit_end(space, point, is_top, use); });
  }
}

} // namespace isobar
