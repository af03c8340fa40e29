// Hexahedra: their matrices beside integrals in space, transfers, counts, parts, and what is refused.
#include "support_fem_ranks.hpp"

#include <isobar/core/fem/fem_error.hpp>
#include <isobar/core/mesh/extrusion.hpp>

#include <limits>

namespace isobar {
namespace {

/// Meshes with straight and with curved sides.
std::array<QuadMesh, 2> extruded_meshes() {
  return {extruded(square_mesh(2, 0.2), 2, 0.7), extruded(annulus_mesh(1.0, 2.0), 1, 3.0)};
}

FemSpace hexahedra_on(const QuadMesh& mesh, int order, std::span<const int> rims = {},
                      Numbering numbering = Numbering::hierarchical) {
  return std::move(
      fem_spaces(mesh, {.levels = 1, .order = order, .numbering = numbering}, rims).front());
}

/// A place in the unit cube, or a gradient.
using Space = std::array<double, 3>;

/// Values and slopes on an axis with nodes 0, 1 or 0, 1/2, 1.
double axis_value_at(int order, double node, double s) {
  if (order == 1) return node == 0.0 ? 1.0 - s : s;
  return node == 0.0   ? (1.0 - s) * (1.0 - 2.0 * s)
         : node == 0.5 ? 4.0 * s * (1.0 - s)
                       : s * (2.0 * s - 1.0);
}
double axis_slope_at(int order, double node, double s) {
  if (order == 1) return node == 0.0 ? -1.0 : 1.0;
  return node == 0.0 ? 4.0 * s - 3.0 : node == 0.5 ? 4.0 - 8.0 * s : 4.0 * s - 1.0;
}

/// Where VTK's hexahedra of 8 and 27 nodes have them.
const std::vector<Space>& node_places() {
  static const std::vector<Space> places{
      {0, 0, 0},     {1, 0, 0},     {1, 1, 0},      {0, 1, 0},     {0, 0, 1},     {1, 0, 1},
      {1, 1, 1},     {0, 1, 1},     {0.5, 0, 0},    {1, 0.5, 0},   {0.5, 1, 0},   {0, 0.5, 0},
      {0.5, 0, 1},   {1, 0.5, 1},   {0.5, 1, 1},    {0, 0.5, 1},   {0, 0, 0.5},   {1, 0, 0.5},
      {1, 1, 0.5},   {0, 1, 0.5},   {0, 0.5, 0.5},  {1, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 1, 0.5},
      {0.5, 0.5, 0}, {0.5, 0.5, 1}, {0.5, 0.5, 0.5}};
  return places;
}

double basis_in_space(int order, int node, const Space& at) {
  const Space& n = node_places()[node];
  return axis_value_at(order, n[0], at[0]) * axis_value_at(order, n[1], at[1]) *
         axis_value_at(order, n[2], at[2]);
}
Space slope_in_space(int order, int node, const Space& at) {
  const Space& n = node_places()[node];
  Space slope{1.0, 1.0, 1.0};
  for (int d = 0; d < 3; ++d)
    for (int axis = 0; axis < 3; ++axis)
      slope[d] *= d == axis ? axis_slope_at(order, n[axis], at[axis])
                            : axis_value_at(order, n[axis], at[axis]);
  return slope;
}

Space cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// The map of a hexahedron by its own basis: the derivatives of x, y and z along the axes of the cube.
struct MapOfHexahedron {
  std::array<Space, 3> of{};

  MapOfHexahedron(const FemSpace& space, int element, const Space& at) {
    const auto nodes = space.table().of(element);
    for (int a = 0; a < int(nodes.size()); ++a) {
      const Space slope = slope_in_space(space.order(), a, at);
      const Point& p = space.table().points[nodes[a]];
      for (int d = 0; d < 3; ++d) {
        of[0][d] += p.x * slope[d];
        of[1][d] += p.y * slope[d];
        of[2][d] += p.z * slope[d];
      }
    }
  }
  double determinant() const {
    const Space c = cross(of[1], of[2]);
    return of[0][0] * c[0] + of[0][1] * c[1] + of[0][2] * c[2];
  }
  /// The gradient in space of one in the cube: the inverse transposed, by cofactors.
  Space gradient(const Space& g) const {
    const std::array<Space, 3> cofactors{cross(of[1], of[2]), cross(of[2], of[0]),
                                         cross(of[0], of[1])};
    Space result{};
    for (int d = 0; d < 3; ++d)
      for (int e = 0; e < 3; ++e) result[d] += cofactors[d][e] * g[e] / determinant();
    return result;
  }
};

/// c grad v grad w + k v w, with c and k of the quadrilateral below, by Gauss points in the cube.
std::vector<std::map<int, double>> integrals_in_space(const FemSpace& space,
                                                      const std::function<double(int)>& c,
                                                      const std::function<double(int)>& k) {
  const int order = space.order();
  const std::vector<double> places =
      order == 1 ? std::vector{0.5 - std::sqrt(1.0 / 12), 0.5 + std::sqrt(1.0 / 12)}
                 : std::vector{0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
  const std::vector<double> weights =
      order == 1 ? std::vector{0.5, 0.5} : std::vector{5.0 / 18, 8.0 / 18, 5.0 / 18};
  std::vector<std::map<int, double>> rows(std::size_t(space.unknowns()), std::map<int, double>{});
  const int points = order + 1;
  for (int e = 0; e < space.elements(); ++e)
    for (int q = 0; q < points * points * points; ++q) {
      const int i = q % points, j = q / points % points, l = q / (points * points);
      const Space at{places[i], places[j], places[l]};
      const MapOfHexahedron map(space, e, at);
      const double weight = weights[i] * weights[j] * weights[l] * map.determinant();
      const auto nodes = space.table().of(e);
      const int below = e / space.layers().count;
      for (int a = 0; a < int(nodes.size()); ++a)
        for (int b = 0; b < int(nodes.size()); ++b) {
          const Space of_a = map.gradient(slope_in_space(order, a, at)),
                      of_b = map.gradient(slope_in_space(order, b, at));
          rows[nodes[a]][nodes[b]] +=
              weight * (c(below) * (of_a[0] * of_b[0] + of_a[1] * of_b[1] + of_a[2] * of_b[2]) +
                        k(below) * basis_in_space(order, a, at) * basis_in_space(order, b, at));
        }
    }
  return rows;
}

FemNumbers device_numbers(int count, const std::function<double(int)>& of) {
  const FemNumbers numbers("numbers", std::size_t(count));
  const auto host = Kokkos::create_mirror_view(numbers);
  for (int n = 0; n < count; ++n) host(n) = of(n);
  Kokkos::deep_copy(numbers, host);
  return numbers;
}

const auto some_c = [](int q) { return 1.0 + 0.1 * q; };
const auto some_k = [](int q) { return 2.0 + 0.3 * q; };

TEST(Hexahedra, MatricesHaveTheIntegralsInSpace) {
  for (const QuadMesh& mesh : extruded_meshes())
    for (int order : {1, 2}) {
      const FemSpace space = hexahedra_on(mesh, order);
      FemCoefficients coefficients(device_numbers(space.plane()->elements(), some_c));
      coefficients.reaction = device_numbers(space.plane()->elements(), some_k);
      const HostRows<double> found(assemble_stiffness<double>(space, coefficients));
      const auto expected = integrals_in_space(space, some_c, some_k);
      ASSERT_EQ(found.rows.size(), expected.size());
      for (std::size_t n = 0; n < expected.size(); ++n) {
        ASSERT_EQ(found.rows[n].size(), expected[n].size());
        for (const auto& [m, value] : expected[n]) {
          EXPECT_NEAR(found(int(n), m), value, 1e-12);
          EXPECT_EQ(found(int(n), m), found(m, int(n)));
        }
      }
    }
}

TEST(Hexahedra, RightHandSidesHaveTheIntegralsInSpace) {
  for (const QuadMesh& mesh : extruded_meshes())
    for (int order : {1, 2}) {
      const FemSpace space = hexahedra_on(mesh, order);
      const std::function<double(int)> zero = [](int) { return 0.0; },
                                       one = [](int) { return 1.0; };
      const FemNumbers f = device_numbers(space.unknowns(), [](int n) { return std::sin(n); }),
                       g = device_numbers(space.unknowns(), [](int n) { return std::cos(n); });
      const std::vector<double> found = host_numbers(
          assemble_load(space, f, g, device_numbers(space.plane()->elements(), some_c)));
      const auto mass = integrals_in_space(space, zero, one),
                 stiffness = integrals_in_space(space, some_c, zero);
      for (int n = 0; n < space.unknowns(); ++n) {
        double expected = 0.0;
        for (const auto& [m, value] : mass[n]) expected += value * std::sin(m);
        for (const auto& [m, value] : stiffness[n]) expected -= value * std::cos(m);
        EXPECT_NEAR(found[n], expected, 1e-12);
      }
    }
}

TEST(Hexahedra, RowsHaveTheLengthsThatAreCounted) {
  const QuadMesh square = extruded(square_mesh(2, 0.2), 1, 1.0),
                 circle = extruded(circle_mesh(), 2, 1.0);
  const int bottom = square.layers.bottom_rim, top = square.layers.top_rim;
  const std::vector<std::pair<QuadMesh, std::vector<int>>> cases{
      {square, {}},
      {square, {0, 3}},
      {square, {bottom}},
      {square, {bottom, top}},
      {square, {0, 1, 2, 3, bottom, top}},
      {circle, {1, circle.layers.top_rim}}};
  for (const auto& [mesh, rims] : cases)
    for (int order : {1, 2}) {
      const auto spaces = fem_spaces(mesh, {.levels = 2, .order = order}, rims);
      const auto counts = fem_counts(mesh, order, 2, rims);
      for (std::size_t l = 0; l < 2; ++l) {
        const CsrRows<double> a = assemble_stiffness<double>(spaces[l]);
        EXPECT_EQ(counts[l].elements, spaces[l].elements());
        EXPECT_EQ(counts[l].unknowns, spaces[l].unknowns());
        EXPECT_EQ(counts[l].fixed, Int64(spaces[l].fixed().size()));
        EXPECT_EQ(counts[l].stiffness, a.entries());
        EXPECT_EQ(counts[l].longest, a.longest);
      }
      const CsrRows<double> p = assemble_prolongation<double>(spaces[0], spaces[1]),
                            r = assemble_restriction<double>(spaces[0], spaces[1]);
      EXPECT_EQ(counts[1].transfer, p.entries());
      EXPECT_EQ(counts[1].transfer, r.entries());
    }
}

/// The spaces are nested: coarse functions are functions of the fine space, and a restriction is the transpose.
TEST(Hexahedra, TransfersKeepPolynomials) {
  for (int order : {1, 2}) {
    const auto spaces =
        fem_spaces(extruded(square_mesh(2), 2, 0.7), {.levels = 2, .order = order}, {});
    const auto function = [order](Point p) {
      return order == 1 ? (1.0 + p.x) * (2.0 - p.y) * (1.0 + 3.0 * p.z)
                        : (1.0 + p.x * p.x) * (2.0 - p.y * p.y) * (p.z * p.z - p.z);
    };
    std::vector<double> coarse;
    for (const Point& p : spaces[0].table().points) coarse.push_back(function(p));
    const HostRows<double> p(assemble_prolongation<double>(spaces[0], spaces[1])),
        r(assemble_restriction<double>(spaces[0], spaces[1]));
    const std::vector<double> fine = p.times(coarse);
    for (int n = 0; n < spaces[1].unknowns(); ++n) {
      EXPECT_NEAR(fine[n], function(spaces[1].table().points[n]), 1e-13);
      for (const auto& [m, value] : p.rows[n]) EXPECT_EQ(value, r(m, n));
    }
  }
}

TEST(Hexahedra, FixedUnknownsAreThoseOfTheirRims) {
  const QuadMesh mesh = extruded(square_mesh(2), 2, 1.0);
  const int top = mesh.layers.top_rim;
  const FemSpace space = hexahedra_on(mesh, 2, std::array{0, top});
  std::vector<int> rim_of(std::size_t(space.unknowns()), -1);
  for (const auto& [unknown, rim] : space.fixed()) rim_of[unknown] = rim;
  for (int n = 0; n < space.unknowns(); ++n) {
    const Point& p = space.table().points[n];
    EXPECT_EQ(rim_of[n], p.x == 0.0 ? 0 : p.z == 1.0 ? top : -1);
  }
}

TEST(Hexahedra, ErrorsAreIntegralsInSpace) {
  const ExactFunction exact{[](Point p) { return p.x * p.y * p.z; },
                            [](Point p) {
                              return Point{p.y * p.z, p.x * p.z, p.x * p.y};
                            }};
  for (int order : {1, 2}) {
    const FemSpace space = hexahedra_on(extruded(square_mesh(2, 0.2), 3, 1.0), order);
    const std::vector<double> zero(std::size_t(space.unknowns()), 0.0);
    EXPECT_NEAR(fem_errors(space, zero, exact).l2, std::sqrt(1.0 / 27), 1e-13);
    EXPECT_NEAR(fem_errors(space, zero, exact).energy, std::sqrt(1.0 / 3), 1e-13);
  }
}

TEST(Hexahedra, NumberingsGiveTheSameSolution) {
  const PointFunction one = [](Point) { return 1.0; };
  FemCase c{
      extruded(circle_mesh(), 2, 1.0), {one, {}, {{}, {}, one, {}}}, {.levels = 2, .order = 2}};
  c.controls = {1e-10, 100};
  std::map<std::array<double, 3>, double> expected;
  for (const Numbering numbering : all_numberings) {
    if (numbering == Numbering::macro) continue;
    c.spaces.numbering = numbering;
    const auto found = solve<double>(c, true);
    EXPECT_TRUE(found.report.converged());
    for (std::size_t n = 0; n < found.u.size(); ++n) {
      const Point& p = found.spaces.back().table().points[n];
      const auto [at, is_new] = expected.try_emplace({p.x, p.y, p.z}, found.u[n]);
      EXPECT_NEAR(at->second, found.u[n], 1e-8);
    }
  }
}

TEST(Hexahedra, TheBottomAloneFixesAllComponents) {
  const QuadMesh mesh = extruded(square_mesh(2), 1, 1.0);
  const PointFunction one = [](Point) { return 1.0; };
  FemProblem problem{one, {}, {{}, {}, {}, {}, one, {}}};
  EXPECT_EQ(problem.dirichlet_rims(mesh), std::vector{mesh.layers.bottom_rim});
  problem.null_space = NullSpace::constants;
  EXPECT_THROW(problem.dirichlet_rims(mesh), std::invalid_argument);
  problem.dirichlet[4] = {};
  EXPECT_TRUE(problem.dirichlet_rims(mesh).empty());
}

TEST(HexahedraErrors, MeshesAreRefused) {
  const QuadMesh square = square_mesh(2);
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(extruded(square, 0, 1.0), std::invalid_argument);
  for (double height : {0.0, -1.0, none, std::numeric_limits<double>::infinity()})
    EXPECT_THROW(extruded(square, 1, height), std::invalid_argument);
  EXPECT_THROW(extruded(extruded(square, 1, 1.0), 1, 1.0), std::invalid_argument);
  EXPECT_THROW(extruded(square_mesh(2, 0.0, 1, CellShape::mixed), 1, 1.0), std::invalid_argument);
}

TEST(HexahedraErrors, SpacesAndProblemsAreRefused) {
  const FemSpace plane(square_mesh(2), 1, Numbering::hierarchical, {});
  EXPECT_THROW(FemSpace(plane, Layers{}, {}), std::invalid_argument);
  const FemSpace triangles(square_mesh(2, 0.0, 1, CellShape::mixed), 1, Numbering::hierarchical,
                           {});
  EXPECT_THROW(FemSpace(triangles, Layers{1}, {}), std::invalid_argument);
  const FemSpace macro(refined(square_mesh(2)), 1, Numbering::macro, {});
  EXPECT_THROW(FemSpace(macro, Layers{1}, {}), std::invalid_argument);
}

} // namespace
} // namespace isobar
