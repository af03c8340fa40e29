#include "fem/reference_triangle.hpp"
#include "fem/rim_edge_map.hpp"

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

/// Point q of the quadrature and its weight. The triangle's are those of the square, of which a side is drawn together in a corner.
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

template <class Reference>
AtPlace at_place(const BasisTable<Reference>& basis, int q, const ElementTable& table, int element,
                 std::span<const double> u) {
  AtPlace at;
  for (int a = 0; a < Reference::nodes; ++a) {
    const int n = table.of(element)[a];
    const double numbers[] = {table.points[n].x, table.points[n].y, u[n]};
    for (int k = 0; k < 3; ++k) {
      at.value[k] += numbers[k] * basis.value[q][a];
      at.along_x[k] += numbers[k] * basis.gradient[q][a].x;
      at.along_y[k] += numbers[k] * basis.gradient[q][a].y;
    }
  }
  return at;
}

/// Adds the squares of an element.
template <class Reference>
void add_squares(const BasisTable<Reference>& basis, const ElementTable& table, int element,
                 std::span<const double> u, const ExactFunction& exact, FemErrors& squares) {
  for (int q = 0; q < axis_points * axis_points; ++q) {
    const AtPlace at = at_place(basis, q, table, element, u);
    const Point p{at.value[0], at.value[1]}, mine = at.gradient(), theirs = exact.gradient(p);
    const double weight = weight_of<Reference>(q) * at.determinant();
    const double d = at.value[2] - exact.value(p), dx = mine.x - theirs.x, dy = mine.y - theirs.y;
    squares.l2 += weight * d * d;
    squares.energy += weight * (dx * dx + dy * dy);
  }
}

template <int K>
FemErrors errors_of(const FemSpace& space, std::span<const double> u, const ExactFunction& exact) {
  const ElementTable& table = space.table();
  const BasisTable<ReferenceElement<K>> quads;
  const BasisTable<ReferenceTriangle<K>> triangles;
  FemErrors squares;
  for (int e = 0; e < table.elements(); ++e) {
    if (!space.owns_element(e)) continue;
    if (ElementTable::is_triangle(table.of(e))) add_squares(triangles, table, e, u, exact, squares);
    else add_squares(quads, table, e, u, exact, squares);
  }
  return {std::sqrt(squares.l2), std::sqrt(squares.energy)};
}

/// The integral of the squared error over an edge, with the basis of an axis.
template <int K>
double squared_on(const ElementTable& table, const FemSpace::RimSide& edge,
                  std::span<const double> u, const PointFunction& exact) {
  const RimEdgeMap<K> map(table, edge);
  double sum = 0.0;
  for (int q = 0; q < axis_points; ++q) {
    const double s = axis_place[q];
    const Point t = map.tangent(s);
    double difference = -exact(map.place(s));
    for (int a = 0; a <= K; ++a)
      difference += ReferenceElement<K>::axis_value(a, s) * u[map.unknowns[a]];
    sum += axis_weight[q] * std::hypot(t.x, t.y) * difference * difference;
  }
  return sum;
}

} // namespace

double rim_error(const FemSpace& space, std::span<const double> u, const PointFunction& exact,
                 std::span<const double> weights) {
  double sum = 0.0;
  for (const FemSpace::RimSide& edge : space.rim_sides()) {
    const double weight = weights[std::size_t(edge.rim)];
    if (weight == 0.0 || !space.owns_element(edge.element)) continue;
    sum += weight * (space.order() == 1 ? squared_on<1>(space.table(), edge, u, exact)
                                        : squared_on<2>(space.table(), edge, u, exact));
  }
  return std::sqrt(sum);
}

FemErrors fem_errors(const FemSpace& space, std::span<const double> u, const ExactFunction& exact) {
  return space.order() == 1 ? errors_of<1>(space, u, exact) : errors_of<2>(space, u, exact);
}

} // namespace isobar
