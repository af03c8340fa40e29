#include "fem/reference_triangle.hpp"
#include "fem/rim_points.hpp"

#include <isobar/core/fem/fem_error.hpp>

#include <array>
#include <cmath>

namespace isobar {
namespace {

constexpr int axis_points = 4;
constexpr double axis_place[axis_points] = {0.06943184420297371, 0.33000947820757187,
                                            0.66999052179242813, 0.93056815579702629};
constexpr double axis_weight[axis_points] = {0.17392742256872693, 0.32607257743127307,
                                             0.32607257743127307, 0.17392742256872693};

/// point_of() and weight_of() return point q of the quadrature and its weight. The points of a triangle are those of the
/// square, one side of which collapses to a corner.
template <class Reference> Place point_of(int q) {
  const double s = axis_place[q % axis_points], t = axis_place[q / axis_points];
  return {s, Reference::corners == 3 ? t * (1.0 - s) : t};
}
template <class Reference> double weight_of(int q) {
  const double weight = axis_weight[q % axis_points] * axis_weight[q / axis_points];
  return Reference::corners == 3 ? weight * (1.0 - axis_place[q % axis_points]) : weight;
}

/// The basis at these points, the same for all elements of a kind.
template <class Reference> struct BasisTable {
  static constexpr std::size_t points = std::size_t(axis_points) * axis_points;
  std::array<std::array<double, Reference::nodes>, points> value;
  std::array<std::array<Place, Reference::nodes>, points> gradient;

  BasisTable() {
    for (int q = 0; q < axis_points * axis_points; ++q)
      for (int a = 0; a < Reference::nodes; ++a) {
        const Place p = point_of<Reference>(q);
        value[q][a] = Reference::value(a, p);
        gradient[q][a] = Reference::gradient(a, p);
      }
  }
};

/// x, y and u of an element at a place, with both derivatives of each along the axes of the square.
struct AtPlace {
  std::array<double, 3> value{}, along_x{}, along_y{};

  double determinant() const { return along_x[0] * along_y[1] - along_y[0] * along_x[1]; }
  Point gradient() const {
    const double d = determinant();
    return {(along_y[1] * along_x[2] - along_x[1] * along_y[2]) / d,
            (along_x[0] * along_y[2] - along_y[0] * along_x[2]) / d};
  }
};

/// Numbers at the nodes of an element in the plane. For a hexahedron they are those at one height.
template <class Reference> struct NodeNumbers {
  std::array<std::array<double, 3>, Reference::nodes> of_node{}; ///< x, y and u
  std::array<double, Reference::nodes> slope_along_z{};          ///< of u
  double z = 0.0, weight = 1.0;                                  ///< the height, and its weight
};

template <class Reference>
AtPlace at_place(const BasisTable<Reference>& basis, int q, const NodeNumbers<Reference>& numbers) {
  AtPlace at;
  for (int a = 0; a < Reference::nodes; ++a)
    for (int k = 0; k < 3; ++k) {
      const double number = numbers.of_node[a][k];
      at.value[k] += number * basis.value[q][a];
      at.along_x[k] += number * basis.gradient[q][a].x;
      at.along_y[k] += number * basis.gradient[q][a].y;
    }
  return at;
}

/// Adds the squared errors of an element, or of a section through a hexahedron.
template <class Reference>
void add_squares(const BasisTable<Reference>& basis, const NodeNumbers<Reference>& numbers,
                 const ExactFunction& exact, FemErrors& squares) {
  for (int q = 0; q < axis_points * axis_points; ++q) {
    const AtPlace at = at_place(basis, q, numbers);
    double slope = 0.0;
    for (int a = 0; a < Reference::nodes; ++a)
      slope += numbers.slope_along_z[a] * basis.value[q][a];
    const Point p{at.value[0], at.value[1], numbers.z}, mine = at.gradient(),
                                                        theirs = exact.gradient(p);
    const double weight = numbers.weight * weight_of<Reference>(q) * at.determinant();
    const double d = at.value[2] - exact.value(p), dx = mine.x - theirs.x, dy = mine.y - theirs.y,
                 dz = slope - theirs.z;
    squares.l2 += weight * d * d;
    squares.energy += weight * (dx * dx + dy * dy + dz * dz);
  }
}

template <class Reference>
void add_element(const BasisTable<Reference>& basis, const ElementTable& table, int element,
                 std::span<const double> u, const ExactFunction& exact, FemErrors& squares) {
  NodeNumbers<Reference> numbers;
  for (int a = 0; a < Reference::nodes; ++a) {
    const int n = table.of(element)[a];
    numbers.of_node[a] = {table.points[n].x, table.points[n].y, u[n]};
  }
  add_squares(basis, numbers, exact, squares);
}

/// Adds the squared errors of all layers above an element of the plane, at the heights of Gauss points.
template <int K>
void add_hexahedra(const BasisTable<ReferenceElement<K>>& basis, const FemSpace& space, int element,
                   std::span<const double> u, const ExactFunction& exact, FemErrors& squares) {
  using Axis = ReferenceElement<K>;
  const ElementTable& plane = space.plane()->table();
  const Layers& layers = space.layers();
  const double thickness = layers.height / layers.count;
  for (int at = 0; at < axis_points * layers.count; ++at) {
    const int layer = at / axis_points;
    const double s = axis_place[at % axis_points];
    NodeNumbers<Axis> numbers;
    numbers.z = thickness * (layer + s);
    numbers.weight = thickness * axis_weight[at % axis_points];
    for (int a = 0; a < Axis::nodes; ++a) {
      const int n = plane.of(element)[a];
      const std::size_t below = std::size_t(n) * std::size_t(space.column_unknowns()) +
                                std::size_t(K) * std::size_t(layer);
      numbers.of_node[a] = {plane.points[n].x, plane.points[n].y, 0.0};
      for (int i = 0; i <= K; ++i) {
        numbers.of_node[a][2] += Axis::axis_value(i, s) * u[below + i];
        numbers.slope_along_z[a] += Axis::axis_slope(i, s) / thickness * u[below + i];
      }
    }
    add_squares(basis, numbers, exact, squares);
  }
}

template <int K>
FemErrors errors_of(const FemSpace& space, std::span<const double> u, const ExactFunction& exact) {
  const FemSpace& plane = space.plane() ? *space.plane() : space;
  const ElementTable& table = plane.table();
  const BasisTable<ReferenceElement<K>> quads;
  const BasisTable<ReferenceTriangle<K>> triangles;
  FemErrors squares;
  for (int e = 0; e < table.elements(); ++e) {
    if (!plane.owns_element(e)) continue;
    if (space.plane()) add_hexahedra<K>(quads, space, e, u, exact, squares);
    else if (ElementTable::is_triangle(table.of(e)))
      add_element(triangles, table, e, u, exact, squares);
    else add_element(quads, table, e, u, exact, squares);
  }
  return {std::sqrt(squares.l2), std::sqrt(squares.energy)};
}

/// Returns the sum over rims of their weight times the integral of the squared error.
template <int K>
double squared_on_rims(const FemSpace& space, std::span<const double> u, const PointFunction& exact,
                       std::span<const double> weights) {
  double sum = 0.0;
  visit_rims<K>(
      space, {axis_place, axis_weight}, [&](int rim) { return weights[std::size_t(rim)] != 0.0; },
      [](const FemSpace& plane, int element) { return plane.owns_element(element); },
      [&](const RimPoint& point) {
        double difference = -exact(point.place);
        for (std::size_t a = 0; a < point.unknowns.size(); ++a)
          difference += point.values[a] * u[std::size_t(point.unknowns[a])];
        sum += weights[std::size_t(point.rim)] * point.weight * difference * difference;
      });
  return sum;
}

} // namespace

double rim_error(const FemSpace& space, std::span<const double> u, const PointFunction& exact,
                 std::span<const double> weights) {
  return std::sqrt(space.order() == 1 ? squared_on_rims<1>(space, u, exact, weights)
                                      : squared_on_rims<2>(space, u, exact, weights));
}

FemErrors fem_errors(const FemSpace& space, std::span<const double> u, const ExactFunction& exact) {
  return space.order() == 1 ? errors_of<1>(space, u, exact) : errors_of<2>(space, u, exact);
}

} // namespace isobar
